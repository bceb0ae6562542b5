import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { KnownTo } from './KnownTo.tsx'
import { OwnApplications } from './OwnApplications.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import './sessions-page.css'

/** What one may open, where one is signed in, and which applications know one. */
export function SessionsPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      <section aria-labelledby="own-applications-heading">
        <h2 id="own-applications-heading">{t('Your applications')}</h2>
        <p>{t('What you may open, in which role, and how you came to it.')}</p>
        <OwnApplications />
      </section>
      <section aria-labelledby="own-sessions-heading">
        <h2 id="own-sessions-heading">{t('Where you are signed in')}</h2>
        <p>
          {t(
            'End any session that you do not recognise or no longer need; the applications opened in it are notified. If you do not recognise one, change your password too.',
          )}
        </p>
        <OwnSessions />
      </section>
      <section aria-labelledby="known-to-heading">
        <h2 id="known-to-heading">{t('Applications with your consent')}</h2>
        <p>
          {t(
            'Applications that you have given access to, including those that can act for you while you are signed out.',
          )}
        </p>
        <KnownTo />
      </section>
    </div>
  )
}
