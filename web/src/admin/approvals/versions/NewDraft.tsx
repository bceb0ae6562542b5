import { createApprovalDraft } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { id, requiredText } from '@gatehouse/contract/fields.ts'
import { useNavigate } from '@tanstack/react-router'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { useDraftChange } from './use-draft-change.ts'
import type { DraftView } from './versions-search.ts'

const ApplicationInput = pickerOf({ kind: 'applications' })
const asked = z.object({ applicationId: id('Application is required'), name: requiredText('Name is required', 100) })

type Props = {
  applicationId: string
  /** The former version that the draft restores. */
  version?: number
  /** The part of the draft that is opened. */
  view?: DraftView
  onClose: () => void
}

/** Begins a draft, and opens it. */
export function NewDraft({ applicationId, version, view, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({ resolver: resolverOf(asked), defaultValues: { applicationId, name: '' } })
  const submit = useDraftChange(
    createApprovalDraft,
    ({ _id }) =>
      void navigate({ to: '/dashboard/approvalVersions', search: { draft: _id, ...(view && { view }) } as never }),
  )
  const title = version === undefined ? t('Make a draft') : t('Make a draft of version {{version}}', { version })
  return (
    <WorkDialog hasUnsaved={form.formState.isDirty} title={title} onClose={onClose} isBusy={submit.isBusy}>
      <FormProvider {...form}>
        <form
          className="form"
          noValidate
          onSubmit={form.handleSubmit((given) => submit.run({ ...given, ...(version !== undefined && { version }) }))}
        >
          {version === undefined ? (
            <ApplicationInput name="applicationId" label={t('Application')} required />
          ) : (
            <p className="versions-note">
              {t('The draft makes the approvals what they were in this version. Nothing changes until you publish it.')}
            </p>
          )}
          <TextField {...bindField(form, 'name')} label={t('Name')} maxLength={100} required />
          <WorkEnd work={submit} label={t('Create')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
