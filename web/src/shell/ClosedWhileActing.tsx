import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import './not-allowed-page.css'

/** Stands in for a screen with other people on it, while an administrator acts for somebody. */
export function ClosedWhileActing() {
  const { t } = useTranslation()
  usePageTitle(t('You cannot open this page'))
  return (
    <div className="not-allowed">
      <Lock size={28} aria-hidden />
      <h1>{t('You cannot open this page')}</h1>
      <p>{t('This page stays closed while you act for somebody. End acting to open your own.')}</p>
      <Link to="/dashboard/app" className="button button-primary">
        {t('Go to Home')}
      </Link>
    </div>
  )
}
