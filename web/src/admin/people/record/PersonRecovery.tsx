import { listRecoveries, type Recovery, startRecovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useToasts } from '../../../ui/use-toasts.ts'
import { DecideRecovery } from '../recoveries/DecideRecovery.tsx'
import { RecoveryList } from '../recoveries/RecoveryList.tsx'
import { isOpen } from '../recoveries/recovery-words.ts'
import { StartRecovery } from '../recoveries/StartRecovery.tsx'

type Asked = 'start' | { recovery: Recovery; decision: 'approve' | 'cancel' }

/** The recoveries of an account whose owner has lost every way in. */
export function PersonRecovery({ userId, isActive }: { userId: string; isActive: boolean }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [asked, setAsked] = useState<Asked | null>(null)
  const key = ['userRecoveries', userId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(listRecoveries, { userId }),
    staleTime: 0,
  })
  const canRecover = permissions.includes('users:write') && userId !== user._id
  const canStart = canRecover && isActive && data !== undefined && !data.recoveries.some(isOpen)

  function handleDone() {
    setAsked(null)
    void cache.invalidateQueries({ queryKey: key })
  }

  function handleStarted() {
    toasts.success(t(startRecovery.message))
    handleDone()
  }

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data?.recoveries.length === 0 && <p>{t('No recoveries.')}</p>}
      {data && data.recoveries.length > 0 && (
        <RecoveryList
          recoveries={data.recoveries}
          actions={(recovery) =>
            canRecover &&
            isOpen(recovery) && (
              <>
                {recovery.state === 'approval' && !recovery.isOwn && (
                  <Button onClick={() => setAsked({ recovery, decision: 'approve' })}>{t('Approve')}</Button>
                )}
                <Button variant="neutral" onClick={() => setAsked({ recovery, decision: 'cancel' })}>
                  {t('Cancel the recovery')}
                </Button>
              </>
            )
          }
        />
      )}
      {canStart && (
        <div className="record-card-actions">
          <Button variant="neutral" onClick={() => setAsked('start')}>
            {t('Recover the account')}
          </Button>
        </div>
      )}
      {asked === 'start' && data && (
        <StartRecovery userId={userId} {...data} onStarted={handleStarted} onClose={() => setAsked(null)} />
      )}
      {asked !== null && asked !== 'start' && (
        <DecideRecovery userId={userId} {...asked} onDecided={handleDone} onClose={() => setAsked(null)} />
      )}
    </>
  )
}
