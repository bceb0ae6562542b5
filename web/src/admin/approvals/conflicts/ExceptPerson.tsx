import { exceptFromRule } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { id, requiredText, textOrEmpty } from '@gatehouse/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../api.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useCall } from '../../../use-call.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import type { RowOf } from '../../engine/screen.ts'

const PersonInput = pickerOf({ kind: 'people' })
const CHOOSE = 'Choose one from the list'
const asked = z.object({
  ruleId: id(CHOOSE),
  userId: id(CHOOSE),
  reason: requiredText('Reason is required', 500),
  control: textOrEmpty(500),
  validUntil: requiredText('Choose a date', 10),
})

type Named = { _id: string; name: string }

/** Excepts a person from a rule of separation of duties: the given ones, or those that are chosen here. */
export function ExceptPerson({ of, onClose }: { of?: { rule: Named; person: Named }; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: resolverOf(asked),
    defaultValues: {
      ...{ ruleId: of?.rule._id ?? '', userId: of?.person._id ?? '' },
      ...{ reason: '', control: '', validUntil: '' },
    },
  })
  const submit = useCall(exceptFromRule, onClose)
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Add an exception')}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      <FormProvider {...form}>
        <form className="form" noValidate onSubmit={form.handleSubmit((given) => submit.run(given))}>
          <p>
            {t(
              'Until its end, the rule refuses this person nothing. You answer for it, and get a message before it ends.',
            )}
          </p>
          {of ? (
            <p>
              {of.person.name} · {of.rule.name}
            </p>
          ) : (
            <>
              <RuleInput {...bindField(form, 'ruleId')} />
              <PersonInput name="userId" label={t('Person')} hint={t('Not yourself.')} required />
            </>
          )}
          <TextArea {...bindField(form, 'reason')} label={t('Reason')} maxLength={500} required />
          <TextArea
            {...bindField(form, 'control')}
            label={t('What is done instead')}
            hint={t('Such as: the auditor looks at every tenth payment.')}
            maxLength={500}
          />
          <TextField {...bindField(form, 'validUntil')} label={t('Last day')} type="date" required />
          <WorkEnd work={submit} label={t('Add')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}

/** One of all rules, with its application. */
function RuleInput(field: ReturnType<typeof bindField>) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: [roleConflicts.name, 'choices'],
    queryFn: () => call(roleConflicts.list, {}) as Promise<RowOf<typeof roleConflicts>[]>,
  })
  return (
    <>
      <PartFailure error={error} onRetry={() => void refetch()} />
      <Select {...field} label={t('Rule')} required>
        <option value="" />
        {(data ?? []).map((rule) => (
          <option key={rule._id} value={rule._id}>
            {rule.name} · {rule.applicationName}
          </option>
        ))}
      </Select>
    </>
  )
}
