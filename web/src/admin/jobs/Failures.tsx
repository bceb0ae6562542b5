import { type FailedItem, type Job, jobFailuresFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { Download } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../download.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import { failureLines } from './failure-words.ts'

const PAGE_SIZE = 25

type Props = {
  job: Job
  /** Whether some were not done. */
  isLeft: boolean
  failed: { rows: FailedItem[]; total: number }
  page: number
  onPage: (page: number) => void
}

/** The failed records with their reasons, also as a file; that of a job which ended early has the rows that were not done, too. */
export function Failures({ job, isLeft, failed, page, onPage }: Props) {
  const { t, i18n } = useTranslation()
  const headingId = useId()
  const toasts = useToasts()
  const hasLines = job.kind.startsWith('import') || job.file !== null
  const heading = hasLines ? t('Rejected rows') : job.kind === 'leave' ? t('Rejected') : t('What failed')
  const saving = useAction(async () => {
    await download(jobFailuresFile.path, { id: job._id }, 'failures.csv', () => undefined).catch((error) =>
      toasts.failure(error, () => saving.run()),
    )
  })
  const number = (value: number) => formatNumber(value, i18n.language)
  const from = page * PAGE_SIZE

  return (
    <section className="job-failures" aria-labelledby={headingId}>
      <div className="job-failures-head">
        <h3 id={headingId}>{failed.total > 0 ? heading : t('Not done')}</h3>
        <Button variant="link" isBusy={saving.isBusy} onClick={saving.run}>
          <Download size={16} aria-hidden />
          {t('Download as CSV')}
        </Button>
      </div>
      {isLeft && <p className="job-note">{t('The file includes what was not done.')}</p>}
      {failed.total > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{hasLines ? t('Line') : t('Number')}</th>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Reason')}</th>
            </tr>
          </thead>
          <tbody>
            {failed.rows.map((item) => (
              <tr key={item.number}>
                <td>{number(item.number)}</td>
                <td>
                  <div className="job-failures-name" title={item.name}>
                    {item.name}
                  </div>
                </td>
                <td>
                  {[...new Set(failureLines(item.message, t))].map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {failed.total > PAGE_SIZE && (
        <nav className="job-failures-pages" aria-label={t('Pages')}>
          <span role="status">
            {t('{{from}}–{{to}} of {{total}}', {
              from: number(from + 1),
              to: number(from + failed.rows.length),
              total: number(failed.total),
            })}
          </span>
          <Button variant="quiet" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {t('Previous page')}
          </Button>
          <Button variant="quiet" disabled={from + PAGE_SIZE >= failed.total} onClick={() => onPage(page + 1)}>
            {t('Next page')}
          </Button>
        </nav>
      )}
    </section>
  )
}
