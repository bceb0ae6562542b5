import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../session/use-screen-title.ts'
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
    </div>
  )
}
