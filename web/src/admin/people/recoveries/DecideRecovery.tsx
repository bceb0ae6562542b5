import { approveRecovery, cancelRecovery, type Recovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

type Props = {
  userId: string
  recovery: Recovery
  decision: 'approve' | 'cancel'
  onDecided: () => void
  onClose: () => void
}

export function DecideRecovery({ userId, recovery, decision, onDecided, onClose }: Props) {
  const { t } = useTranslation()
  const toasts = useToasts()
  const isApproval = decision === 'approve'
  const made = useAction(async () => {
    const endpoint = isApproval ? approveRecovery : cancelRecovery
    await call(endpoint, { userId, recoveryId: recovery._id })
    toasts.success(t(endpoint.message))
    onDecided()
  })
  return (
    <ConfirmDialog
      title={isApproval ? t('Approve the recovery?') : t('Cancel the recovery?')}
      confirmLabel={isApproval ? t('Approve') : t('Cancel the recovery')}
      keepLabel={isApproval ? t('Cancel') : t('Keep it')}
      tone="danger"
      isBusy={made.isBusy}
      error={made.error}
      onConfirm={() => void made.run()}
      onClose={onClose}
    >
      {isApproval ? (
        <p>
          {t(
            'After the waiting time, anyone who reads {{newEmail}} gets this account with its permissions. Speak with the person themselves first.',
            recovery,
          )}
        </p>
      ) : (
        <p>{t('Its links no longer work. The person signs in as before.')}</p>
      )}
    </ConfirmDialog>
  )
}
