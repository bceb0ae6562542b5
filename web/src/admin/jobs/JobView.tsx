import { cancelJob, type Job, runImport } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Failures } from './Failures.tsx'
import { InviteChoice } from './InviteChoice.tsx'
import { JobProgress } from './JobProgress.tsx'
import { JobResult } from './JobResult.tsx'
import { Losses } from './Losses.tsx'
import './jobs.css'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { hasEndedEarly, isUnderWay } from './job-words.ts'
import { useJob } from './use-job.ts'

type Props = { id: string; onSettled?: () => void; onClose: () => void }

/** One job: its progress, result, failures and actions. */
export function JobView({ id, onSettled = () => undefined, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useJob(id, page, onSettled)
  const [invite, setInvite] = useState(true)
  const change = useAction(async (action: 'cancel' | 'run') => {
    await (action === 'cancel' ? call(cancelJob, { id }) : call(runImport, { id, invite }))
    await cache.invalidateQueries({ queryKey: ['jobs'] })
  })
  const isReady = data?.job.state === 'checked' && data.added + data.changed > 0
  const isLeft = data !== undefined && isOfRows(data.job) && hasEndedEarly(data.job) && data.notDone > 0

  return (
    <div className="form">
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && (isUnderWay(data.job) ? <JobProgress job={data.job} /> : <JobResult {...data} />)}
      {data && (data.failed.total > 0 || isLeft) && (
        <Failures job={data.job} isLeft={isLeft} failed={data.failed} page={page} onPage={setPage} />
      )}
      {isReady && (data.job.kind === 'leave' || data.job.kind === 'importUsers') && (
        <Losses id={id} kind={data.job.kind} />
      )}
      {isReady && data.job.kind === 'importUsers' && data.added > 0 && (
        <InviteChoice isChosen={invite} onChoose={setInvite} />
      )}
      <FormEnd error={change.error}>
        {data && mayCancel(data.job) && (
          <Button variant="quiet" isBusy={change.isBusy} onClick={() => change.run('cancel')}>
            {t('Stop')}
          </Button>
        )}
        <Button variant="neutral" onClick={onClose}>
          {t('Close')}
        </Button>
        {isReady && (
          <Button isBusy={change.isBusy} onClick={() => change.run('run')}>
            {data.job.kind === 'leave' ? t('Set the last day') : t('Run import')}
          </Button>
        )}
      </FormEnd>
    </div>
  )
}

const isOfRows = ({ kind }: Job) => kind === 'leave' || kind.startsWith('import')
const mayCancel = (job: Job) => isUnderWay(job) && !job.cancelRequested
