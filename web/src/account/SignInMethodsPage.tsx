import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { OwnAuthenticators } from './OwnAuthenticators.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import './sessions-page.css'

/** What one signs in with. */
export function SignInMethodsPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      <section aria-labelledby="passkeys-heading">
        <h2 id="passkeys-heading">{t('Passkeys')}</h2>
        <p>
          {t(
            'Sign in with your fingerprint, face or device PIN, without password and code. A passkey works only on this portal, so no other page can take it from you.',
          )}
        </p>
        <OwnPasskeys />
      </section>
      <section aria-labelledby="authenticators-heading">
        <h2 id="authenticators-heading">{t('Authenticator apps')}</h2>
        <p>
          {t(
            'After your password, enter the code that an app on your phone shows, instead of waiting for one by email. Any authenticator app will do, and it needs no connection.',
          )}
        </p>
        <OwnAuthenticators />
      </section>
    </div>
  )
}
