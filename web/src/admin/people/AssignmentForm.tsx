import type { assignedApplicationWithClient } from '@gatehouse/contract/admin/people/users.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { id, requiredText } from '@gatehouse/contract/fields.ts'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { type Days, daysOf, NO_DAYS, type Term, termOf } from '../../access-requests/assignment-days.ts'
import type { StartValues } from '../../session/start-values.ts'
import { Button } from '../../ui/Button.tsx'
import { FormEnd, type Success } from '../../ui/FormEnd.tsx'
import { resolverOf } from '../../ui/resolver-of.ts'
import { CancelButton } from '../../ui/unsaved/CancelButton.tsx'
import { useBusyPart, useUnsavedPart } from '../../ui/unsaved/work-in-dialog.ts'
import { usePlacedError } from '../../ui/use-placed-error.ts'
import { AssignmentFields } from './AssignmentFields.tsx'
import { useRolesOfPair } from './use-roles-of-pair.ts'

// The words of requirement A17 for a selection that is missing.
const assignment = z.object({
  applicationId: id('Status is required'),
  clientId: id('Status is required'),
  role: requiredText('Status is required'),
  firstDay: z.string(),
  lastDay: z.string(),
})
type Chosen = z.output<typeof assignment>
/** What is chosen; dates that are left out stay as they are. `former`: what was shown; left out: nothing was. */
export type Assignment = Omit<Chosen, keyof Days> &
  Partial<Term> & { former?: Pick<Assigned, 'role' | keyof Term> | null }

const EMPTY: Chosen = { applicationId: '', clientId: '', role: '', ...NO_DAYS }

type Assigned = Output<typeof assignedApplicationWithClient>[number]

type Props = {
  start?: StartValues | undefined
  /** What the person has, so that a chosen pair shows its role and days. `undefined`: several people, or not known yet. */
  assigned?: readonly Assigned[] | undefined
  isBusy: boolean
  /** What came of the last change. */
  error: unknown
  success?: Success | null
  onClear?: () => void
  /** Calls `onDone` only after a successful assignment. */
  onAssign: (chosen: Assignment, onDone: () => void) => Promise<void>
}

/** The form of a WorkDialog. Application and client first: they decide which roles there are. */
export function AssignmentForm({ start, assigned, isBusy, onAssign, ...outcome }: Props) {
  const { t } = useTranslation()
  const [begun] = useState(() => ({ ...EMPTY, ...start }))
  const form = useForm({ resolver: resolverOf(assignment), defaultValues: { ...begun, role: '' } })
  // In the order of the form, before the fields below register themselves: the first invalid one gets the focus.
  for (const name of ['applicationId', 'clientId'] as const) form.register(name)
  const [applicationId, clientId] = useWatch({ control: form.control, name: ['applicationId', 'clientId'] })
  const pair = `${applicationId}${clientId}`
  const roles = useRolesOfPair(applicationId, clientId)

  // A role belongs to one application and client, even if another pair has a role with the same name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every other pair
  useEffect(() => form.setValue('role', ''), [pair, form])

  const had = assigned?.find((one) => one.applicationData._id === applicationId && one.clientdata._id === clientId)
  const shown = had === undefined ? null : { role: had.role, validFrom: had.validFrom, validUntil: had.validUntil }
  const isBegun = begun.applicationId === applicationId && begun.clientId === clientId
  const wanted = had?.role ?? (isBegun ? begun.role : '')
  // It can be chosen once it is listed.
  const isListed = wanted !== '' && roles.data?.some(({ role }) => role === wanted)
  useEffect(() => {
    if (isListed && form.getValues('role') === '') form.setValue('role', wanted)
  }, [isListed, wanted, form])
  // What was typed stays.
  useEffect(() => {
    const days = had === undefined ? NO_DAYS : daysOf(had)
    for (const name of ['firstDay', 'lastDay'] as const)
      if (!form.getFieldState(name).isDirty) form.setValue(name, days[name])
  }, [had, form])
  // Where the pair is given, the role is what is left to choose.
  const isPairGiven = begun.applicationId !== '' && begun.clientId !== ''
  useEffect(() => {
    if (isPairGiven) form.setFocus('role')
  }, [isPairGiven, form])
  useUnsavedPart(form.formState.isDirty)
  useBusyPart(isBusy)
  usePlacedError(form, outcome.error, { validUntil: 'lastDay', validFrom: 'firstDay' })

  return (
    <FormProvider {...form}>
      <form
        className="form"
        noValidate
        onSubmit={form.handleSubmit(({ firstDay, lastDay, ...chosen }) => {
          const areAsBefore = assigned === undefined && firstDay === '' && lastDay === ''
          const term = areAsBefore ? {} : termOf({ firstDay, lastDay })
          return onAssign({ ...chosen, ...term, ...(assigned && { former: shown }) }, () => form.reset(EMPTY))
        })}
      >
        <AssignmentFields roleLabel={t('Role')} required />
        <FormEnd {...outcome}>
          <CancelButton label={t('Close')} />
          <Button type="submit" isBusy={isBusy}>
            {had === undefined ? t('Assign') : t('Save')}
          </Button>
        </FormEnd>
      </form>
    </FormProvider>
  )
}
