import { acceptPasskey, type Passkey } from '@gatehouse/contract/factors/passkeys.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = { passkey: Passkey; onAccepted: () => void; onClose: () => void }

/** Asks before a passkey signs in again that is refused because it may have been copied. */
export function AcceptPasskey({ passkey, onAccepted, onClose }: Props) {
  const { t } = useTranslation()
  const acceptance = useAction(async () => {
    await call(acceptPasskey, { passkeyId: passkey._id })
    onAccepted()
  })
  return (
    <ConfirmDialog
      title={t('Accept the passkey “{{name}}” again?', passkey)}
      confirmLabel={t('Accept')}
      isBusy={acceptance.isBusy}
      error={acceptance.error}
      onConfirm={() => void acceptance.run()}
      onClose={onClose}
    >
      <p>
        {t(
          'Its counter of sign-ins went back, as when a copy of the passkey is used. Accept it only if you know another reason, such as a device that was restored; a copy would sign in again, too.',
        )}
      </p>
      <p>{t('If you are not sure, remove it and add a new one.')}</p>
    </ConfirmDialog>
  )
}
