import type { readJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { Alert } from '../../ui/Alert.tsx'
import { hasEndedEarly, SEPARATOR_WORDS, stateWords } from './job-words.ts'
import '../engine/figures.css'

/** The result of a job in figures. */
export function JobResult({ job, failed, added, changed, notDone }: Output<typeof readJob>) {
  const { t, i18n } = useTranslation()
  const isChecked = job.state === 'checked'
  const done = isChecked ? added + changed : job.succeeded
  const isImport = job.kind.startsWith('import')
  const figures: [label: string, value: number][] = [
    ...(isImport ? ([[isChecked ? t('New') : t('Added'), added]] as [string, number][]) : []),
    [isChecked ? t('To be changed') : t('Changed'), isImport ? changed : done],
    [t('Unchanged'), job.total - notDone - job.succeeded - failed.total],
    [isChecked ? t('Rejected') : t('Failed'), failed.total],
    ...(job.leftOut > 0 ? ([[t('No longer matched'), job.leftOut]] as [string, number][]) : []),
    ...(hasEndedEarly(job) ? ([[t('Not done'), notDone]] as [string, number][]) : []),
  ]
  const tone = job.state === 'failed' ? 'error' : isChecked || job.state === 'cancelled' ? 'info' : 'success'

  return (
    <>
      <Alert tone={failed.total > 0 && tone === 'success' ? 'warning' : tone}>
        {isChecked ? t(CHECKED_WORDS[job.kind === 'leave' ? 'leave' : 'import']) : t(stateWords(job))}
        {job.error && `: ${t(job.error)}`}
        {job.isDryRun && hasEndedEarly(job) && ` · ${t('Nothing was saved')}`}
      </Alert>
      {job.file && (
        <p className="job-file">
          {t('Read as {{encoding}}, separated by {{separator}}.', {
            encoding: job.file.encoding,
            separator: t(SEPARATOR_WORDS[job.file.separator]),
          })}
        </p>
      )}
      <dl className="figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value, i18n.language)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const CHECKED_WORDS = {
  import: 'Nothing is saved yet. This is what the import would do.',
  leave: 'Nothing is saved yet. This is what the list would do.',
}
