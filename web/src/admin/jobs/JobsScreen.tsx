import { type Job, listJobs } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { RemovableChip } from '../engine/list/filters/RemovableChip.tsx'
import { LoadedTable } from '../engine/list/LoadedTable.tsx'
import '../engine/admin-screen.css'
import { ImportUsers } from './ImportUsers.tsx'
import { JobView } from './JobView.tsx'
import './jobs.css'
import { useChangeAddress } from '../../ui/use-change-address.ts'
import { isUnderWay, KIND_WORDS } from './job-words.ts'
import { POLL_MS } from './use-job.ts'
import { useJobColumns } from './use-job-columns.tsx'

/** The person's own bulk changes and imports of the last 30 days. */
export function JobsScreen() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Job | null>(null)
  const title = useScreenTitle()
  const changeAddress = useChangeAddress()
  const onlyFailed = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => search.isFailed === 'true',
  })
  const loaded = useQuery({
    queryKey: ['jobs', onlyFailed],
    queryFn: () => call(listJobs, onlyFailed ? { isFailed: true } : {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })
  const columns = useJobColumns(setOpened)
  const { data } = loaded

  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
        <div className="list-head-actions">
          <ImportUsers />
        </div>
      </div>
      <div className="list-card">
        {onlyFailed && (
          <div className="list-toolbar">
            <RemovableChip text={t('Failed in the last 7 days')} onRemove={() => changeAddress({ search: {} })} />
          </div>
        )}
        <LoadedTable
          label={t('Jobs')}
          columns={columns}
          loaded={{ ...loaded, data: data && { rows: data } }}
          rowKey={({ _id }) => _id}
          rowName={({ kind }) => t(KIND_WORDS[kind])}
          size={data?.length ?? 10}
          empty={
            onlyFailed
              ? t('None of your jobs failed.')
              : t('You have no jobs of the last 30 days. Bulk changes and imports appear here.')
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
