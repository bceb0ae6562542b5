import type { Job } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { stateWords } from './job-words.ts'

/** The progress of a job. The job continues when the dialog is closed. */
export function JobProgress({ job }: { job: Job }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const label = t(stateWords(job))
  return (
    <div className="job-progress">
      <p>
        <strong>{label}</strong>{' '}
        {t('{{position}} of {{total}}', { position: number(job.position), total: number(job.total) })}
      </p>
      <progress aria-label={label} value={job.position} max={Math.max(1, job.total)} />
      <p className="job-note">{t('You can close this. The job continues and is listed under Jobs.')}</p>
    </div>
  )
}
