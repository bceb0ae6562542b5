import {
  addUserApplicationClinetRole,
  assignedApplicationWithClient,
  detachClient,
} from '@gatehouse/contract/admin/users.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AssignmentForm } from './AssignmentForm.tsx'
import { AssignmentList } from './AssignmentList.tsx'
import type { UserRow } from './user-row.ts'

/** What is assigned to a person: application, client and role; each can be taken away, and one more be given. */
export function AssignApplication({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { t } = useTranslation()
  const userId = row._id
  const cache = useQueryClient()
  const [done, setDone] = useState<string | null>(null)
  const assigned = useQuery({
    queryKey: ['assignedApplicationWithClient', userId],
    queryFn: () => call(assignedApplicationWithClient, { userId }),
  })
  const change = useAction(async (work: () => Promise<unknown>, message: string, onDone?: () => void) => {
    setDone(null)
    await work()
    setDone(message)
    onDone?.()
    void cache.invalidateQueries()
  })

  return (
    <Dialog
      title={t('Assign Application - {{first}} {{last}}', { first: row.firstName, last: row.lastName })}
      onClose={onClose}
    >
      <div className="form">
        {assigned.isPending && <Spinner size={24} />}
        <ErrorAlert error={assigned.error} />
        {assigned.data && (
          <AssignmentList
            assignments={assigned.data}
            isBusy={change.isBusy}
            onDetach={(pair) => change.run(() => call(detachClient, { userId, ...pair }), t(detachClient.message))}
          />
        )}
        <ErrorAlert error={change.error} />
        {done && <Alert tone="success">{done}</Alert>}
        <AssignmentForm
          isBusy={change.isBusy}
          onAssign={(chosen, onDone) =>
            change.run(
              () => call(addUserApplicationClinetRole, { userId, ...chosen }),
              t(addUserApplicationClinetRole.message),
              onDone,
            )
          }
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
