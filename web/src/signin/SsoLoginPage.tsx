import { ssoLaunch } from '@gatehouse/contract/launch.ts'
import { ssoLogIn } from '@gatehouse/contract/signin.ts'
import { Link, useRouteContext, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { LaunchNow } from '../session/LaunchNow.tsx'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { SignInPage } from './SignInPage.tsx'

/** Signs in and goes straight to the application at `base`; people who are signed in already go there at once. */
export function SsoLoginPage() {
  const { t } = useTranslation()
  const { session } = useRouteContext({ from: '__root__' })
  const { base, clientId, clientIDE } = useSearch({ strict: false })

  if (!base) return <MissingApplication />
  if (session) {
    const launch = async (chosen?: string) =>
      (await call(ssoLaunch, { redirectUrl: base, clientId, clientIDE: chosen ?? clientIDE })).launch
    return <LaunchNow ask={launch} />
  }
  return (
    <SignInPage
      title={t('Sign in Through SSO')}
      isEmailOnly
      hasRememberMe
      target={{ redirectUrl: base, clientId, clientIDE }}
      begin={({ username, password, rememberMe }) =>
        call(ssoLogIn, { email: username, password, rememberMe, redirectUrl: base, clientId, clientIDE })
      }
    />
  )
}

function MissingApplication() {
  const { t } = useTranslation()
  usePageTitle(t('Sign in Through SSO'))
  return (
    <CardPage title={t('Sign in Through SSO')}>
      <Alert tone="error">
        {t('This link does not contain the application to sign in to. Open it again from the application.')}
      </Alert>
      <Link to="/login" className="button button-primary button-large">
        {t('Go to the portal')}
      </Link>
    </CardPage>
  )
}
