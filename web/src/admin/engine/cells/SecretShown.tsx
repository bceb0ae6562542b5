import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import './secret-shown.css'
import { FormEnd } from '../../../ui/FormEnd.tsx'

type Props = {
  title: string
  secret: string
  /** The success message, translated. */
  message: string
  onClose: () => void
}

/** Shows a new secret once. Asks before closing if it was not copied. */
export function SecretShown({ title, secret, message, onClose }: Props) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const requestClose = isCopied ? onClose : () => setIsAsking(true)

  return (
    <>
      <Dialog title={title} onClose={onClose} onCloseRequest={requestClose}>
        <div className="form">
          <p>{t('Copy it now. It is not shown again.')}</p>
          <code className="secret-shown" onCopy={() => setIsCopied(true)}>
            {secret}
          </code>
          <FormEnd success={{ text: message }}>
            <Button variant="neutral" onClick={requestClose}>
              {t('Done')}
            </Button>
            <CopyButton variant="primary" takesFocus text={secret} onCopied={() => setIsCopied(true)} />
          </FormEnd>
        </div>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          title={t('Close without copying?')}
          confirmLabel={t('Close anyway')}
          tone="danger"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('The secret is not shown again. If you lose it, you must create a new one.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
