import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { safeReturnTo } from '../session/return-to.ts'
import { useRefreshSession } from '../session/use-refresh-session.ts'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { useSession } from '../session/use-session.ts'
import { OwnAuthenticators } from './OwnAuthenticators.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnRecoveryCodes } from './OwnRecoveryCodes.tsx'
import { OwnRememberedBrowsers } from './OwnRememberedBrowsers.tsx'
import { StrengthenSession } from './StrengthenSession.tsx'
import './sessions-page.css'

/** What one signs in with. */
export function SignInMethodsPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { lacksStrongSignIn, lacksPasskey } = useSession()
  const refreshSession = useRefreshSession()
  // Of an application that needs such a sign-in. It is loaded: some are pages of the server.
  // The screens of the console name no query values of their own.
  const asked: { returnTo?: string; needs?: string } = useSearch({ strict: false })
  const returnTo = safeReturnTo(asked.returnTo)
  const needsPasskey = returnTo === undefined ? lacksPasskey : asked.needs === 'passkey'
  const handleStrong = async () => (returnTo === undefined ? refreshSession() : window.location.assign(returnTo))
  // A person who adds one has it at hand, so the server takes the session for a strong one at once.
  const handleAdded = () => void ((lacksStrongSignIn || returnTo) && handleStrong())
  const handleAppAdded = () => void (!needsPasskey && handleAdded())
  // Without any that is left, the session may have lost permissions.
  const handleRemoved = () => void refreshSession()
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      {(lacksStrongSignIn || returnTo) && (
        <StrengthenSession
          isForApplication={returnTo !== undefined}
          needsPasskey={needsPasskey}
          onDone={handleStrong}
        />
      )}
      <section aria-labelledby="passkeys-heading">
        <h2 id="passkeys-heading">{t('Passkeys')}</h2>
        <p>
          {t(
            'Sign in with your fingerprint, face or device PIN, without password and code. A passkey works only on this portal, so no other page can take it from you.',
          )}
        </p>
        <OwnPasskeys onAdded={handleAdded} onRemoved={handleRemoved} />
      </section>
      <section aria-labelledby="authenticators-heading">
        <h2 id="authenticators-heading">{t('Authenticator apps')}</h2>
        <p>
          {t(
            'After your password, enter the code that an app on your phone shows, instead of waiting for one by email. Any authenticator app will do, and it needs no connection.',
          )}
        </p>
        <OwnAuthenticators onAdded={handleAppAdded} onRemoved={handleRemoved} />
      </section>
      <section aria-labelledby="recovery-codes-heading">
        <h2 id="recovery-codes-heading">{t('Recovery codes')}</h2>
        <p>
          {t(
            'Ten codes on paper, for when your phone or your mailbox is lost. After your password, each signs you in once.',
          )}
        </p>
        <OwnRecoveryCodes />
      </section>
      <section aria-labelledby="remembered-browsers-heading">
        <h2 id="remembered-browsers-heading">{t('Remembered browsers')}</h2>
        <p>
          {t(
            'Here your password is enough to sign in, for 30 days from when you chose it at the code. A new password, or a change of the methods above, forgets them all.',
          )}
        </p>
        <OwnRememberedBrowsers />
      </section>
    </div>
  )
}
