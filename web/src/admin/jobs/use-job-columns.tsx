import type { Job } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import type { TableColumn } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { KIND_WORDS, stateWords, TONES } from './job-words.ts'

/** The columns of the list of jobs. */
export function useJobColumns(onOpen: (job: Job) => void): TableColumn<Job>[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return [
    {
      label: t('What'),
      cell: (job) => (
        <button type="button" className="row-name" onClick={() => onOpen(job)}>
          {t(KIND_WORDS[job.kind])}
        </button>
      ),
    },
    {
      label: t('When'),
      isPlainOnPhones: true,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { label: t('Failed'), isQuantity: true, cell: ({ failed }) => number(failed) },
    {
      label: t('Progress'),
      isNumber: true,
      cell: ({ position, total }) => {
        const progress = t('{{position}} of {{total}}', { position: number(position), total: number(total) })
        return (
          <>
            <progress className="job-bar" aria-label={progress} value={position} max={Math.max(1, total)} /> {progress}
          </>
        )
      },
    },
    {
      label: t('Status'),
      isStatus: true,
      cell: (job) => <StatusBadge status={stateWords(job)} tone={TONES[job.state]} />,
    },
  ]
}
