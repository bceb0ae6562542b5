import { type DraftPage, type DraftRule, saveDraftRule } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { DayInput } from '../../engine/fields/DayInput.tsx'
import { StatusInput } from '../../engine/fields/StatusInput.tsx'
import { ScopeInput } from '../limits/ScopeInput.tsx'
import { FindingsInDraft } from '../typed/in-forms.tsx'
import { useDraftChange } from './use-draft-change.ts'

type Props = { draft: DraftPage; rule: DraftRule; terms: NonNullable<DraftRule['draft']>; onClose: () => void }

/** Changes in a draft where and when a rule counts. */
export function EditDraftRule({ draft, rule, terms, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { ...terms, firstDay: terms.firstDay ?? '', lastDay: terms.lastDay ?? '' } })
  const submit = useDraftChange(saveDraftRule, onClose)
  const target = { draftId: draft._id, revision: rule.revision, roleId: rule.role._id, pageId: rule.page._id }
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={`${rule.page.name}, ${rule.role.name}`}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      <FormProvider {...form}>
        <form className="form" noValidate onSubmit={form.handleSubmit((given) => submit.run({ ...target, ...given }))}>
          <DayInput name="firstDay" label={t('First day')} />
          <DayInput name="lastDay" label={t('Last day')} hint={t('Both days are whole. Empty: no limit.')} />
          <ScopeInput name="allClients" label={t('Counts for')} />
          <StatusInput name="status" label={t('Status')} />
          <FindingsInDraft
            of={{
              draftId: draft._id,
              applicationId: draft.application._id,
              roleId: rule.role._id,
              pageId: rule.page._id,
            }}
          />
          <WorkEnd work={submit} label={t('Save in the draft')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
