import { type Job, listJobs } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListFailure } from '../engine/list/ListFailure.tsx'
import '../engine/admin-screen.css'
import { ImportUsers } from './ImportUsers.tsx'
import { JobView } from './JobView.tsx'
import './jobs.css'
import { isUnderWay, KIND_WORDS } from './job-words.ts'
import { POLL_MS } from './use-job.ts'
import { useJobColumns } from './use-job-columns.tsx'

/** The person's own bulk changes and imports of the last 30 days. */
export function JobsScreen() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Job | null>(null)
  const title = useScreenTitle()
  const navigate = useNavigate()
  const onlyFailed = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => search.isFailed === 'true',
  })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['jobs', onlyFailed],
    queryFn: () => call(listJobs, onlyFailed ? { isFailed: true } : {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })
  const columns = useJobColumns(setOpened)
  const isFailed = error !== null && !data

  return (
    <div className="console">
      <div className="list-head">
        <h1>{title}</h1>
        <div className="list-head-actions">
          <ImportUsers />
        </div>
      </div>
      <div className="list-card">
        {onlyFailed && (
          <div className="list-toolbar">
            <button
              type="button"
              className="filter-chip"
              aria-label={t('Remove the filter {{text}}', { text: t('Failed in the last 7 days') })}
              onClick={() => void navigate({ to: '.', search: {} })}
            >
              {t('Failed in the last 7 days')}
              <X size={14} aria-hidden />
            </button>
          </div>
        )}
        <DataTable
          label={t('Jobs')}
          columns={columns}
          rows={data}
          rowKey={({ _id }) => _id}
          rowName={({ kind }) => t(KIND_WORDS[kind])}
          size={data?.length ?? 10}
          sorting={null}
          onSort={() => undefined}
          notice={
            isFailed ? (
              <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
            ) : (
              data?.length === 0 && (
                <div className="list-notice">
                  <Inbox size={28} aria-hidden />
                  <p>
                    {onlyFailed
                      ? t('None of your jobs failed.')
                      : t('No jobs yet. Bulk changes and imports appear here.')}
                  </p>
                </div>
              )
            )
          }
        />
      </div>
      {opened && (
        <Dialog title={t(KIND_WORDS[opened.kind])} size="large" onClose={() => setOpened(null)}>
          <JobView id={opened._id} onClose={() => setOpened(null)} />
        </Dialog>
      )}
    </div>
  )
}
