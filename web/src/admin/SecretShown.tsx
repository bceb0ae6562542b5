import { renewApplicationSecret } from '@gatehouse/contract/admin/applications.ts'
import { useTranslation } from 'react-i18next'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import './secret-shown.css'

type Props = { title: string; secret: string; onClose: () => void }

/** A secret that was just made, this once. */
export function SecretShown({ title, secret, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        <Alert tone="success">{t(renewApplicationSecret.message)}</Alert>
        <p>{t('Copy it now. It is not shown again.')}</p>
        <code className="secret-shown">{secret}</code>
        <div className="dialog-buttons">
          <CopyButton text={secret} />
          <Button onClick={onClose}>{t('Done')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
