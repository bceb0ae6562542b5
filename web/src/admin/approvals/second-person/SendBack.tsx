import { sendBackPublishing } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { TextArea } from '../../../ui/TextArea.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useDraftChange } from '../versions/use-draft-change.ts'

/** Sends back what somebody has asked for, with a sentence. */
export function SendBack({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: resolverOf(sendBackPublishing.request),
    defaultValues: { requestId, note: '' },
  })
  const sending = useDraftChange(sendBackPublishing, onClose)
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Send it back?')}
      onClose={onClose}
      isBusy={sending.isBusy}
      refusal={sending.error}
    >
      <form className="form" noValidate onSubmit={form.handleSubmit((input) => sending.run(input))}>
        <TextArea
          {...bindField(form, 'note')}
          label={t('What is to be done')}
          hint={t('Whoever has asked gets a message with it.')}
          maxLength={500}
          required
        />
        <WorkEnd work={sending} label={t('Send back')} />
      </form>
    </WorkDialog>
  )
}
