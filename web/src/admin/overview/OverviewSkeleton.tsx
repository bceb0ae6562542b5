import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'

/** Keeps the places of the parts that will stand there. */
export function OverviewSkeleton() {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const main = [
    permissions.includes('audit:read') && ['sign-ins', 'launches'],
    permissions.includes('applications:read') && 'busiest',
  ]
    .flat()
    .filter((key) => key !== false)
  const side = [
    permissions.includes('users:read') && 'people',
    permissions.includes('messages:read') && 'messages',
  ].filter((key) => key !== false)
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('Loading the overview')}
      </p>
      <div aria-hidden="true">
        <div className="overview-card overview-attention">
          <span className="overview-skeleton overview-skeleton-title" />
          <span className="overview-skeleton overview-skeleton-line" />
        </div>
        <div className="overview-figures">
          {main.length > 0 && (
            <div className="overview-main">
              {main.map((key) => (
                <div key={key} className="overview-card overview-skeleton-chart">
                  <span className="overview-skeleton overview-skeleton-title" />
                  <span className="overview-skeleton overview-skeleton-body" />
                </div>
              ))}
            </div>
          )}
          {side.length > 0 && (
            <div className="overview-side">
              {side.map((key) => (
                <div key={key} className="overview-card overview-skeleton-list">
                  <span className="overview-skeleton overview-skeleton-title" />
                  <span className="overview-skeleton overview-skeleton-body" />
                </div>
              ))}
            </div>
          )}
        </div>
      </div>
    </>
  )
}
