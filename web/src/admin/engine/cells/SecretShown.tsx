import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { ShownOnceQuestion } from '../../../ui/unsaved/ShownOnceQuestion.tsx'
import { useShownOnce } from '../../../ui/unsaved/use-shown-once.ts'
import './secret-shown.css'

type Props = {
  title: string
  secret: string
  /** The success message, translated. */
  message: string
  onClose: () => void
}

/** Shows a new secret once. Asks before it is closed, or its page left, if it was not copied. */
export function SecretShown({ title, secret, message, onClose }: Props) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const shown = useShownOnce(isCopied, onClose)

  return (
    <>
      <Dialog title={title} onClose={onClose} onCloseRequest={shown.requestClose}>
        <div className="form">
          <p>{t('Copy it now. It is not shown again.')}</p>
          <code className="secret-shown" onCopy={() => setIsCopied(true)}>
            {secret}
          </code>
          <FormEnd success={{ text: message }}>
            <Button variant="neutral" onClick={shown.requestClose}>
              {t('Done')}
            </Button>
            <CopyButton variant="primary" takesFocus text={secret} onCopied={() => setIsCopied(true)} />
          </FormEnd>
        </div>
      </Dialog>
      <ShownOnceQuestion shown={shown} title={t('Close without copying?')}>
        {t('The secret is not shown again. If you lose it, you must create a new one.')}
      </ShownOnceQuestion>
    </>
  )
}
