import { type BulkChange, startBulkJob } from '@gatehouse/contract/admin/jobs.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Selection } from '../use-selection.ts'
import { AssignmentForm } from '../users/AssignmentForm.tsx'
import { BulkConfirm } from './BulkConfirm.tsx'
import { JobView } from './JobView.tsx'
import { type BulkAction, KIND_WORDS } from './job-words.ts'
import { RoleForm } from './RoleForm.tsx'

type Props = { action: BulkAction; selection: Selection; onClose: () => void }

/** Asks what is still to be known, starts the job, and shows it until it is closed. */
export function BulkDialog({ action, selection, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const [jobId, setJobId] = useState<string | null>(null)
  const count = 'ids' in selection ? selection.ids.length : selection.total
  const whom = 'ids' in selection ? { ids: selection.ids } : { query: selection.query }
  const start = useAction(async (change: BulkChange) => {
    const job = await call(startBulkJob, { change, ...whom })
    setJobId(job._id)
  })
  const step = { isBusy: start.isBusy, onClose }

  return (
    <Dialog
      title={t('{{action}}: {{number}} people', {
        action: t(KIND_WORDS[action]),
        number: formatNumber(count, i18n.language),
      })}
      onClose={onClose}
    >
      {jobId === null ? (
        <div className="form">
          <ErrorAlert error={start.error} />
          {action === 'assign' && (
            <AssignmentForm {...step} onAssign={(chosen) => start.run({ action: 'assign', ...chosen })} />
          )}
          {action === 'attachRole' && (
            <RoleForm {...step} onChoose={(roleId) => start.run({ action: 'attachRole', roleId })} />
          )}
          {(action === 'activate' || action === 'deactivate' || action === 'delete') && (
            <BulkConfirm {...step} action={action} count={count} onConfirm={() => start.run({ action })} />
          )}
        </div>
      ) : (
        <JobView id={jobId} onClose={onClose} />
      )}
    </Dialog>
  )
}
