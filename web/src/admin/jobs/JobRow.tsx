import type { Job } from '@gatehouse/contract/admin/jobs.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment, formatNumber } from '../../i18n/format.ts'
import { KIND_WORDS, stateWords } from './job-words.ts'

export function JobRow({ job, onOpen }: { job: Job; onOpen: () => void }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const progress = t('{{position}} of {{total}}', { position: number(job.position), total: number(job.total) })
  return (
    <tr>
      <td>
        <button type="button" className="row-name" onClick={onOpen}>
          {t(KIND_WORDS[job.kind])}
        </button>
      </td>
      <td>
        <time dateTime={job.createdAt}>{formatMoment(new Date(job.createdAt), new Date(), i18n.language)}</time>
      </td>
      <td className="data-table-number">
        <progress className="job-bar" aria-label={progress} value={job.position} max={Math.max(1, job.total)} />{' '}
        {progress}
      </td>
      <td className="data-table-number">{number(job.failed)}</td>
      <td>{t(stateWords(job))}</td>
    </tr>
  )
}
