import { overview } from '@gatehouse/contract/admin/overview/overview.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { timeZone as shownTimeZone } from '../../i18n/shown-time-zone.ts'
import { nameOfZone } from '../../i18n/time-zone.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Overview } from './Overview.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import './overview.css'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { useAskedFirstHour } from './use-asked-first-hour.ts'

/** The home of administrators. */
export function OverviewPage() {
  const { t, i18n } = useTranslation()
  const timeZone = shownTimeZone()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['overview', timeZone],
    queryFn: () => call(overview, { timeZone }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const title = useScreenTitle()
  const asked = useAskedFirstHour()

  return (
    <div className="overview">
      <div className="overview-head">
        <div>
          <h1>{title}</h1>
          <p>
            {t('The last 30 days, each from midnight to midnight. {{timeZone}}', {
              timeZone: nameOfZone(timeZone, i18n.language),
            })}
          </p>
        </div>
        <Link to="/dashboard/app" className="button button-neutral">
          <LayoutGrid size={16} aria-hidden />
          {t('My applications')}
        </Link>
      </div>
      <ErrorAlert error={asked.error} />
      <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      {data ? <Overview data={data} /> : !error && <OverviewSkeleton />}
    </div>
  )
}
