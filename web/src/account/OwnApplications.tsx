import { listOwnAccess, type OwnApplication } from '@gatehouse/contract/own-access.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import '../session/session-list.css'
import { EmptyNotice } from '../ui/EmptyNotice.tsx'
import { FixedPages } from '../ui/FixedPages.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { EndApplicationSessions } from './EndApplicationSessions.tsx'
import { OwnApplicationItem } from './OwnApplicationItem.tsx'
import './own-applications.css'

const PER_PAGE = 10

/** The applications of a person, each with how they came to it; the sessions in one of them can be ended. */
export function OwnApplications() {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const [ending, setEnding] = useState<OwnApplication | null>(null)
  const asked = { page, pageSize: PER_PAGE }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['ownAccess', asked],
    queryFn: ({ signal }) => call(listOwnAccess, asked, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  // Applications were removed meanwhile, and the page has become empty.
  useEffect(() => {
    if (data?.rows.length === 0 && page > 0 && !isPlaceholderData) setPage(page - 1)
  }, [data, isPlaceholderData, page])

  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner size={24} />
  return (
    <>
      {data.total === 0 && (
        <EmptyNotice
          title={t('No application is assigned to you yet.')}
          action={
            <Link to="/dashboard/requestAccess" className="button button-neutral">
              {t('Ask for access')}
            </Link>
          }
        />
      )}
      <ul className="sessions" aria-busy={isPlaceholderData}>
        {data.rows.map((application) => (
          <OwnApplicationItem key={application._id} application={application} onEnd={() => setEnding(application)} />
        ))}
      </ul>
      <FixedPages page={page} size={PER_PAGE} shown={data} onPage={setPage} />
      {ending && <EndApplicationSessions application={ending} onClose={() => setEnding(null)} />}
    </>
  )
}
