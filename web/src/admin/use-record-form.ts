import type { RecordRow } from '@gatehouse/contract/admin/resource.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../api-error.ts'
import { useSettings } from '../session/use-session.ts'
import { useAction } from '../ui/use-action.ts'
import { type Conflict, conflictOf } from './conflict.ts'
import { fieldsOf } from './fields/field.ts'
import { requiredNames } from './required-names.ts'
import type { Screen } from './screen.ts'
import { useResource } from './use-resource.ts'

type Values = Record<string, unknown>

/** The form for a new record (`row` is null) or for changing one, up to where it is saved. */
export function useRecordForm<Row extends RecordRow>(screen: Screen<Row>, row: Row | null) {
  const { resource, fields, toForm } = screen
  const settings = useSettings()
  const { create, update } = useResource(resource)
  /** What the form was made from: the version that an update names. */
  const [base, setBase] = useState(row)
  const [conflict, setConflict] = useState<Conflict<Row> | null>(null)
  /** The first field that the server finds wrong. */
  const [wrong, setWrong] = useState<string | null>(null)
  const [saved, setSaved] = useState<Row | null>(null)

  const endpoint = row ? resource.update : resource.create
  const required = useMemo(() => requiredNames(endpoint.request, toForm(row)), [endpoint, toForm, row])
  const asked = fieldsOf(fields, row ? 'update' : 'create')
  const judge = zodResolver(endpoint.request as z.ZodMiniType<Values, Values>)
  const form = useForm<Values>({
    resolver: async (values, ...rest) => {
      // The schema of an update wants the record's id, which no field asks for.
      const judged = await judge(row ? { ...values, [resource.idKey]: row._id } : values, ...rest)
      const problems = asked.flatMap(({ name, problemOf }) => {
        const message = problemOf?.(values[name], settings, values)
        return message ? [[name, { type: 'custom', message }]] : []
      })
      return problems.length > 0
        ? { values: {}, errors: { ...Object.fromEntries(problems), ...judged.errors } }
        : judged
    },
    defaultValues: toForm(row),
  })
  const submit = useAction(send)

  async function send(values: Values, from: Row | null) {
    setWrong(null)
    try {
      setSaved(await (from ? update.mutateAsync({ row: from, form: values }) : create.mutateAsync(values)))
      setConflict(null)
    } catch (error) {
      const met = conflictOf<Row>(error)
      if (met) setConflict(met)
      else throw placed(error)
    }
  }

  // The server's messages come while the fields take no focus.
  useEffect(() => {
    if (!submit.isBusy && wrong) form.setFocus(wrong)
  }, [submit.isBusy, wrong, form])

  /** Puts the server's messages to their fields and gives the failure on. */
  function placed(error: unknown) {
    const messages = error instanceof ApiError ? error.data.fields : null
    if (typeof messages !== 'object' || messages === null) return error
    for (const [name, message] of Object.entries(messages)) form.setError(name, { message: String(message) })
    setWrong(Object.keys(messages)[0] ?? null)
    return error
  }

  return {
    form,
    base,
    required,
    submit: form.handleSubmit((values) => submit.run(values, base)),
    isBusy: submit.isBusy,
    error: submit.error,
    saved,
    conflict,
    message: endpoint.message,
    /** Sends what stands in the form on top of what the other person made of the record. */
    keepMine({ current }: Conflict<Row>) {
      setConflict(null)
      setBase(current)
      return form.handleSubmit((values) => submit.run(values, current))()
    },
    takeTheirs({ current }: Conflict<Row>) {
      setConflict(null)
      setBase(current)
      form.reset(toForm(current))
    },
  }
}
