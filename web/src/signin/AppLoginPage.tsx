import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../session/use-branding.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'

/** The sign-in address of applications. The server answers their requests, so only people see this page. */
export function AppLoginPage() {
  const { t } = useTranslation()
  const brand = useBrand()
  const title = t('Sign in to {{brand}}', { brand })
  usePageTitle(title)
  return (
    <CardPage title={title}>
      <Alert tone="info">
        {t('Applications use this address to sign you in. Open your applications from the portal.')}
      </Alert>
      <Link to="/login" className="button button-primary button-large">
        {t('Go to the portal')}
      </Link>
    </CardPage>
  )
}
