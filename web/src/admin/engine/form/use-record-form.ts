import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useEffect, useMemo, useState } from 'react'
import { get, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../../../api-error.ts'
import type { StartValues } from '../../../session/start-values.ts'
import { useSettings } from '../../../session/use-session.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useIsLeft } from '../../../ui/use-is-left.ts'
import { type FormField, fieldsOf } from '../fields/field.ts'
import type { Screen } from '../screen.ts'
import { useResource } from '../use-resource.ts'
import type { Side } from './ConflictDialog.tsx'
import { type Conflict, conflictOf } from './conflict.ts'
import { limitedResolverOf } from './limited-resolver.ts'
import { mergeForms, take } from './merge.ts'
import { requiredNames } from './required-names.ts'

type Values = Record<string, unknown>

/** The form for a new record (`row` is null) or for changing one, up to where it is saved. */
export function useRecordForm<Row extends RecordRow>(screen: Screen<Row>, row: Row | null, start?: StartValues) {
  const { resource, fields, toForm } = screen
  const settings = useSettings()
  const { create, update } = useResource(resource)
  /** The version from which the form started, which an update must name. */
  const [base, setBase] = useState(row)
  const [conflict, setConflict] = useState<Conflict<Row> | null>(null)
  /** The first field that the server refused. */
  const [wrong, setWrong] = useState<string | null>(null)
  const [saved, setSaved] = useState<Row | null>(null)
  /** The other person's changes that are kept. */
  const [kept, setKept] = useState<{ fields: FormField[]; values: Values; by: string | null } | null>(null)

  /** Whether the form was left before it was saved. */
  const isLeft = useIsLeft()

  const endpoint = row ? resource.update : resource.create
  const required = useMemo(() => requiredNames(endpoint.request, toForm(row)), [endpoint, toForm, row])
  const asked = fieldsOf(fields, row ? 'update' : 'create')
  const judge = limitedResolverOf(endpoint.request as z.ZodMiniType<Values, Values>)
  const form = useForm<Values>({
    resolver: async (values, ...rest) => {
      // The update schema requires the id, which is not a field of the form.
      const judged = await judge(row ? { ...values, [resource.idKey]: row._id } : values, ...rest)
      const problems = asked.flatMap(({ name, problemOf }) => {
        const message = problemOf?.(values[name], settings, values)
        return message ? [[name, { type: 'custom', message }]] : []
      })
      const unreadable = asked.flatMap(({ name, Input }) => {
        const message = Input.problemOf?.(get(values, name))
        return message ? [[name, { type: 'custom', message }]] : []
      })
      return problems.length + unreadable.length > 0
        ? {
            values: {},
            errors: { ...Object.fromEntries(problems), ...judged.errors, ...Object.fromEntries(unreadable) },
          }
        : judged
    },
    defaultValues: { ...toForm(row), ...start },
  })
  const submit = useAction(send)
  const resolve = useAction(sendMerged)

  async function send(values: Values, from: Row | null) {
    setWrong(null)
    try {
      setSaved(await (from ? update.mutateAsync({ row: from, form: values }) : create.mutateAsync(values)))
    } catch (error) {
      const met = conflictOf<Row>(error)
      // Nobody is there to choose between the changes of both.
      if (!met || !from || isLeft.current) throw placed(error)
      const merge = mergeForms(asked, toForm(from), form.getValues(), toForm(met.current))
      if (merge.clashes.length > 0) setConflict({ ...met, merge })
      else await sendMerged({ ...met, merge }, [])
    }
  }

  /** Saves the merge of both people's changes. `sides` has the chosen version of each clash. */
  async function sendMerged({ current, changedBy, merge }: Conflict<Row>, sides: readonly Side[]) {
    const mine = form.getValues()
    const values = structuredClone(merge.merged)
    for (const [index, fields] of merge.clashes.entries()) if (sides[index] === 'mine') take(values, mine, fields)
    setConflict(null)
    setBase(current)
    if (merge.theirs.length > 0) setKept({ fields: merge.theirs, values: toForm(current), by: changedBy })
    form.reset(toForm(current))
    for (const { name } of asked) form.setValue(name, get(values, name), { shouldDirty: true })
    await form.handleSubmit((judged) => send(judged, current))()
  }

  const isBusy = submit.isBusy || resolve.isBusy

  // The server's messages arrive while the fields are disabled and cannot take the focus.
  useEffect(() => {
    if (!isBusy && wrong) form.setFocus(wrong)
  }, [isBusy, wrong, form])

  /** Shows the server's messages at their fields, and rethrows the error. */
  function placed(error: unknown) {
    const messages = error instanceof ApiError ? error.data.fields : null
    if (typeof messages !== 'object' || messages === null) return error
    for (const [name, message] of Object.entries(messages)) form.setError(name, { message: String(message) })
    setWrong(Object.keys(messages)[0] ?? null)
    return error
  }

  return {
    form,
    required,
    submit: form.handleSubmit((values) => submit.run(values, base)),
    isBusy,
    error: submit.error ?? resolve.error,
    saved,
    kept,
    conflict,
    message: endpoint.message,
    resolve: (met: Conflict<Row>, sides: readonly Side[]) => void resolve.run(met, sides),
    /** Returns to the form. Saving it again starts from the original version and asks again. */
    postpone: () => setConflict(null),
  }
}
