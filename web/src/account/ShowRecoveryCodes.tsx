import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { ShownOnceQuestion } from '../ui/unsaved/ShownOnceQuestion.tsx'
import { useShownOnce } from '../ui/unsaved/use-shown-once.ts'

/** New recovery codes, which are shown this once. Asks before they are closed if they were neither copied, downloaded nor printed. */
export function ShowRecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { brand } = useSettings()
  const [isSaved, setIsSaved] = useState(false)
  const shown = useShownOnce(isSaved, onClose)
  const whose = t('Recovery codes of {{email}} at {{brand}}', { email: user.email, brand })
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent([whose, '', ...codes, ''].join('\r\n'))}`

  function handlePrint() {
    window.print()
    setIsSaved(true)
  }

  return (
    <>
      <Dialog title={t('Your recovery codes')} onClose={onClose} onCloseRequest={shown.requestClose}>
        <div className="form recovery-codes">
          <p>
            {t('Keep them where only you find them, and not on the device with your app. They are not shown again.')}
          </p>
          <p className="recovery-whose">{whose}</p>
          <ul onCopy={() => setIsSaved(true)}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <div className="recovery-actions">
            <CopyButton
              text={codes.join('\n')}
              label={t('Copy the codes')}
              takesFocus
              onCopied={() => setIsSaved(true)}
            />
            <a
              className="button button-neutral button-medium"
              href={file}
              download="recovery-codes.txt"
              onClick={() => setIsSaved(true)}
            >
              <Download size={16} aria-hidden />
              {t('Download')}
            </a>
            <Button variant="neutral" onClick={handlePrint}>
              <Printer size={16} aria-hidden />
              {t('Print')}
            </Button>
          </div>
          <FormEnd error={null}>
            <Button onClick={onClose}>{t('I have saved them')}</Button>
          </FormEnd>
        </div>
      </Dialog>
      <ShownOnceQuestion shown={shown} title={t('Close without saving the codes?')}>
        {t('They are not shown again. You can make new ones while you can still sign in.')}
      </ShownOnceQuestion>
    </>
  )
}
