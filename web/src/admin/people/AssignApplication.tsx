import {
  addUserApplicationClinetRole,
  assignedApplicationWithClient,
  detachClient,
} from '@gatehouse/contract/admin/people/users.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import type { StartValues } from '../../session/start-values.ts'
import type { Success } from '../../ui/FormEnd.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Assignment, AssignmentForm } from './AssignmentForm.tsx'
import { AssignmentList } from './AssignmentList.tsx'
import type { UserRow } from './user-row.ts'

type Props = { row: UserRow; start?: StartValues | undefined; onClose: () => void }

/** What is assigned to a person: application, client and role; each can be changed or taken away, and one more be given. */
export function AssignApplication({ row, start, onClose }: Props) {
  const { t } = useTranslation()
  const userId = row._id
  const cache = useQueryClient()
  /** What the form starts with; `round` counts the changes begun, each in a form of its own. */
  const [begun, setBegun] = useState({ start, round: 0 })
  const [done, setDone] = useState<Success | null>(null)
  /** What is said when the change under way succeeds. */
  const [sent, setSent] = useState('')
  const assigned = useQuery({
    queryKey: ['assignedApplicationWithClient', userId],
    queryFn: () => call(assignedApplicationWithClient, { userId }),
  })
  const change = useAction(
    async (work: () => Promise<unknown>, success: Success & { text: string }, onDone?: () => void) => {
      setDone(null)
      setSent(success.text)
      try {
        await work()
        setDone(success)
        onDone?.()
      } finally {
        // Also after a refusal: somebody else may have changed it.
        void cache.invalidateQueries()
      }
    },
  )

  function handleAssign(chosen: Assignment, onDone?: () => void) {
    const text = chosen.former ? t('Assignment changed') : t(addUserApplicationClinetRole.message)
    return change.run(() => call(addUserApplicationClinetRole, { userId, ...chosen }), { text }, onDone)
  }

  function handleDetach({ applicationId, clientId, ...rest }: Assignment) {
    void change.run(() => call(detachClient, { userId, applicationId, clientId }), {
      text: t(detachClient.message),
      undo: () => void handleAssign({ applicationId, clientId, former: null, ...rest }),
    })
  }

  return (
    <WorkDialog
      success={sent}
      title={t('Assign Application - {{first}} {{last}}', { first: row.firstName, last: row.lastName })}
      onClose={onClose}
    >
      <div className="form">
        {assigned.isPending && <Spinner size={24} />}
        <PartFailure error={assigned.error} onRetry={() => void assigned.refetch()} />
        {assigned.data && (
          <AssignmentList
            assignments={assigned.data}
            isBusy={change.isBusy}
            onChange={(pair) => {
              setDone(null)
              // What was refused was another assignment.
              change.clear()
              setBegun(({ round }) => ({ start: pair, round: round + 1 }))
            }}
            onDetach={handleDetach}
          />
        )}
        <AssignmentForm
          key={begun.round}
          start={begun.start}
          assigned={assigned.data}
          isBusy={change.isBusy}
          error={change.error}
          success={done}
          onClear={() => setDone(null)}
          onAssign={handleAssign}
        />
      </div>
    </WorkDialog>
  )
}
