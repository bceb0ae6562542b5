import { type BulkChange, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { ApiError } from '../../../api-error.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { useAction } from '../../../ui/use-action.ts'
import type { Selection } from '../../engine/list/selection/use-selection.ts'
import { JobView } from '../../jobs/JobView.tsx'
import { type BulkAction, KIND_WORDS } from '../../jobs/job-words.ts'
import { AssignmentForm } from '../AssignmentForm.tsx'
import { BulkConfirm } from './BulkConfirm.tsx'
import { RoleForm } from './RoleForm.tsx'
import { useCount } from './use-count.ts'

type Props = { action: BulkAction; selection: Selection; onClose: () => void }

/** Counts the people, asks for the details and confirmation, starts the job, and shows it until it is closed. */
export function BulkDialog({ action, selection, onClose }: Props) {
  const { t, i18n } = useTranslation()
  /** The selection with the confirmed number. Later matches do not count. */
  const [started, setStarted] = useState<{ jobId: string; count: number } | null>(null)
  const counted = useCount(selection)
  const count = started?.count ?? counted.count
  const start = useAction(async (change: BulkChange) => {
    const job = await call(startBulkJob, { change, ...whom(selection, count ?? 0) }).catch(lookAgain)
    setStarted({ jobId: job._id, count: count ?? 0 })
  })
  const step = { isBusy: start.isBusy, error: start.error }
  const words = t(KIND_WORDS[action])

  /** The confirmed number no longer matches: shows the new number and asks again. */
  async function lookAgain(failure: unknown): Promise<never> {
    if (failure instanceof ApiError && failure.code === 409) await counted.recount()
    throw failure
  }

  return (
    <WorkDialog
      title={
        count === undefined
          ? words
          : t('{{action}}: {{number}} people', { action: words, number: formatNumber(count, i18n.language), count })
      }
      isBusy={start.isBusy}
      success={t('“{{title}}” is listed under Jobs.', { title: words })}
      onClose={onClose}
    >
      {started ? (
        <JobView id={started.jobId} onClose={onClose} />
      ) : (
        <div className="form">
          <PartFailure error={counted.error} onRetry={() => void counted.recount()} />
          {count === undefined && !counted.error && (
            <p className="counting" role="status">
              <Spinner /> {t('Counting…')}
            </p>
          )}
          {count !== undefined && action === 'assign' && (
            <AssignmentForm {...step} onAssign={(chosen) => start.run({ action: 'assign', ...chosen })} />
          )}
          {count !== undefined && action === 'attachRole' && (
            <RoleForm {...step} onChoose={(roleId) => start.run({ action: 'attachRole', roleId })} />
          )}
          {count !== undefined && isPlain(action) && (
            <BulkConfirm
              {...step}
              action={action}
              selection={selection}
              count={count}
              onConfirm={() => start.run({ action })}
            />
          )}
        </div>
      )}
    </WorkDialog>
  )
}

type PlainAction = 'activate' | 'deactivate' | 'delete' | 'restore'

/** Actions that only need the selection. */
const isPlain = (action: BulkAction): action is PlainAction =>
  ['activate', 'deactivate', 'delete', 'restore'].includes(action)

/** The people of the job. For all matching, with the number shown in the dialog. */
const whom = (selection: Selection, confirmed: number) =>
  'ids' in selection ? selection : { matching: { ...selection.matching, confirmed } }
