import { startRecovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'
import './recoveries.css'

type Props = { userId: string; waitHours: number; needsApproval: boolean; onStarted: () => void; onClose: () => void }

export function StartRecovery({ userId, waitHours, needsApproval, onStarted, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: resolverOf(startRecovery.request),
    defaultValues: { userId, newEmail: '', reason: '' },
  })
  const start = useAction(async (input: { userId: string; newEmail: string; reason: string }) => {
    await call(startRecovery, input)
    onStarted()
  })
  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Recover this account?')}
      onClose={onClose}
      isBusy={start.isBusy}
    >
      <form className="form" noValidate onSubmit={form.handleSubmit((input) => start.run(input))}>
        <p>
          {t('For somebody who has lost every way to sign in. Make sure that you speak with the person themselves.')}
        </p>
        <ul className="recovery-effects">
          {needsApproval && <li>{t('They have console permissions, so a second administrator must approve it.')}</li>}
          <li>
            {t('They are notified at their old addresses, and can stop it. The waiting time in hours: {{hours}}.', {
              hours: waitHours,
            })}
          </li>
          <li>{t('Then a link to choose a new password goes to the new address. It works once, for three days.')}</li>
          <li>{t('When it is used, the old password, address, passkeys, apps, recovery codes and sessions end.')}</li>
        </ul>
        <TextField
          {...bindField(form, 'newEmail')}
          label={t('New email address')}
          type="email"
          inputMode="email"
          autoComplete="off"
          required
        />
        <TextArea
          {...bindField(form, 'reason')}
          label={t('Reason')}
          hint={t('How do you know that it is them? It stays in the history.')}
          maxLength={500}
          required
        />
        <WorkEnd work={start} label={t('Start the recovery')} tone="danger" />
      </form>
    </WorkDialog>
  )
}
