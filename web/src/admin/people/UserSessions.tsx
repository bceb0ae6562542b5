import { endUserSessions, userSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { SessionList } from '../../session/SessionList.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormEnd, type Success } from '../../ui/FormEnd.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { UserRow } from './user-row.ts'

/** Where a person is signed in, over the list of people. */
export function UserSessions({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('Sessions - {{name}}', { name: fullName(row) })} onClose={onClose}>
      <SessionsOfUser userId={row._id}>
        <Button variant="neutral" onClick={onClose}>
          {t('Close')}
        </Button>
      </SessionsOfUser>
    </Dialog>
  )
}

type Props = {
  userId: string
  /** What stands before the button that ends all. */
  children?: ReactNode
}

/** The sessions of a person. Ending them needs the permission to change people. */
export function SessionsOfUser({ userId, children }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const cache = useQueryClient()
  const [done, setDone] = useState<Success | null>(null)
  const key = ['userSessions', userId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(userSessions, { userId }),
    staleTime: 0,
  })
  const ending = useAction(async (sessionId?: string) => {
    setDone(null)
    await call(endUserSessions, { userId, ...(sessionId !== undefined && { sessionId }) })
    setDone({ text: t(endUserSessions.message) })
    void cache.invalidateQueries({ queryKey: key })
  })
  const canEnd = permissions.includes('users:write')
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) ?? false

  return (
    <div className="form">
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && <p>{t('No active sessions.')}</p>}
      {data && (
        <SessionList
          sessions={data}
          currentLabel={t('This browser')}
          onEnd={canEnd ? (session) => void ending.run(session._id) : undefined}
          isEnding={ending.isBusy}
        />
      )}
      <FormEnd error={ending.error} success={done} onClear={() => setDone(null)}>
        {children}
        {canEnd && hasOthers && (
          <Button variant="danger" isBusy={ending.isBusy} onClick={() => void ending.run()}>
            {t('End all')}
          </Button>
        )}
      </FormEnd>
    </div>
  )
}
