import { endOtherSessions } from '@gatehouse/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { DownloadOwnData } from './DownloadOwnData.tsx'
import { OwnActivity } from './OwnActivity.tsx'
import './sessions-page.css'

/** What happened to one's account, and what to do if somebody else did it. */
export function AccountActivityPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const securing = useAction(async () => {
    await call(endOtherSessions, {})
    await navigate({ to: '/dashboard/change' })
  })
  const handleClose = () => {
    setIsAsking(false)
    securing.clear()
  }
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      <section aria-label={title}>
        <p>
          {t(
            'Sign-ins, attempts and changes of your account, newest first. Applications that you open are not listed here.',
          )}
        </p>
        <Button variant="neutral" onClick={() => setIsAsking(true)}>
          {t('I do not recognise something')}
        </Button>
        <OwnActivity />
      </section>
      <section aria-labelledby="own-data-heading">
        <h2 id="own-data-heading">{t('Your data')}</h2>
        <p>
          {t(
            'A file with everything that the portal stores about you: profile, applications, requests, sessions, messages and activity, without passwords and codes. You are notified of each download.',
          )}
        </p>
        <DownloadOwnData />
      </section>
      {isAsking && (
        <ConfirmDialog
          title={t('Secure your account?')}
          confirmLabel={t('End them and continue')}
          isBusy={securing.isBusy}
          error={securing.error}
          onConfirm={securing.run}
          onClose={handleClose}
        >
          <p>
            {t(
              'All your other sessions end, and the applications opened in them are notified. Then you choose a new password. Remove passkeys that are not yours under Sign-in methods.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
