import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { useSession } from '../session/use-session.ts'
import './not-allowed-page.css'

/** Stands in for a screen that needs a permission which the person's role does not hold. */
export function NotAllowedPage({ permission }: { permission: Permission }) {
  const { t } = useTranslation()
  const { lacksStrongSignIn } = useSession()
  usePageTitle(t('You cannot open this page'))
  return (
    <div className="not-allowed">
      <Lock size={28} aria-hidden />
      <h1>{t('You cannot open this page')}</h1>
      <p>
        {lacksStrongSignIn
          ? t('This page needs a permission that you do not have in this session.')
          : t('This page needs a permission that your role does not have. Ask your administrator.')}
      </p>
      <p className="not-allowed-permission">
        <code>{permission}</code> {t(PERMISSIONS[permission])}
      </p>
      <Link to="/" className="button button-primary">
        {t('Go to Home')}
      </Link>
    </div>
  )
}
