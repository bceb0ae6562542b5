import { type Job, listJobs } from '@gatehouse/contract/admin/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { usePageTitle } from '../../session/use-page-title.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import '../../ui/data-table.css'
import '../admin-screen.css'
import { ImportUsers } from './ImportUsers.tsx'
import { JobRow } from './JobRow.tsx'
import { JobView } from './JobView.tsx'
import './jobs.css'
import { isUnderWay, KIND_WORDS } from './job-words.ts'
import { POLL_MS } from './use-job.ts'

/** One's own bulk changes and imports of the last 30 days. */
export function JobsScreen() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Job | null>(null)
  usePageTitle(t('Jobs'))
  const { data, error, isPending } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => call(listJobs, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  })

  return (
    <div className="console">
      <div className="list-head">
        <h1>{t('Jobs')}</h1>
        <div className="list-head-actions">
          <ImportUsers />
        </div>
      </div>
      <div className="list-card">
        {isPending && <Spinner size={24} />}
        <ErrorAlert error={error} />
        {data?.length === 0 && (
          <div className="list-notice jobs-none">
            <Inbox size={28} aria-hidden />
            <p>{t('Nothing here yet. What you do with many people at once, and what you import, shows here.')}</p>
          </div>
        )}
        {data && data.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className="data-table-frame" aria-label={t('Jobs')} tabIndex={0}>
            <table className="data-table">
              <thead>
                <tr>
                  <th scope="col">{t('What')}</th>
                  <th scope="col">{t('When')}</th>
                  <th scope="col">{t('Progress')}</th>
                  <th scope="col">{t('Failed')}</th>
                  <th scope="col">{t('Status')}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((job) => (
                  <JobRow key={job._id} job={job} onOpen={() => setOpened(job)} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
      {opened && (
        <Dialog title={t(KIND_WORDS[opened.kind])} size="large" onClose={() => setOpened(null)}>
          <JobView id={opened._id} onClose={() => setOpened(null)} />
        </Dialog>
      )}
    </div>
  )
}
