import { Link, useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { NotifiedApplications } from './NotifiedApplications.tsx'
import { SignOutPage } from './SignOutPage.tsx'
import { useEndedSession } from './use-ended-session.ts'

/** After a session has ended, says how its applications took it. While it lives, it asks: an address alone ends nothing. */
export function LogoutPage() {
  const { session } = useRouteContext({ from: '__root__' })
  return session ? <SignOutPage /> : <SignedOut />
}

function SignedOut() {
  const { t } = useTranslation()
  const { ended, isSettled, error, retry } = useEndedSession()
  const title = isSettled && !error ? t('Signed out') : t('Signing out')
  usePageTitle(title)

  return (
    <CardPage title={title}>
      <PartFailure error={error} onRetry={retry} />
      {ended ? (
        <NotifiedApplications {...ended} isSettled={isSettled} />
      ) : error ? (
        <Link to="/login" className="button button-primary button-large">
          {t('Continue to sign in')}
        </Link>
      ) : (
        <Spinner size={28} />
      )}
    </CardPage>
  )
}
