import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import './card-layout.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  usePageTitle(t('Sorry, page not found!'))
  return (
    <div className="page-in-shell">
      <CardPage
        title={t('Sorry, page not found!')}
        lead={t(
          'We could not find the page you are looking for. Perhaps you have mistyped the URL? Check your spelling.',
        )}
        below={
          <Link to="/" className="button button-primary">
            {t('Go to Home')}
          </Link>
        }
      />
    </div>
  )
}
