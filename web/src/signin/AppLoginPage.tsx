import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { useSettings } from '../session/use-session.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'

/** The door for OAuth-style requests. Until the provider answers them, it says so and leads to the portal. */
export function AppLoginPage() {
  const { t } = useTranslation()
  const { brand } = useSettings()
  const title = t('Sign in to {{brand}}', { brand })
  usePageTitle(title)
  return (
    <CardPage title={title}>
      <Alert tone="info">
        {t(
          'Sign-in for this application through OpenID Connect is not available yet. You can open it from the portal.',
        )}
      </Alert>
      <Link to="/login" className="button button-primary button-large">
        {t('Go to the portal')}
      </Link>
    </CardPage>
  )
}
