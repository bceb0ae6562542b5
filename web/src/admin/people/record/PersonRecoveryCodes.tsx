import { removeUserRecoveryCodes, userRecoveryCodes } from '@gatehouse/contract/admin/people/recovery-codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { RecoveryCodesLeft } from '../../../factors/RecoveryCodesLeft.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { RemovePersonFactor } from './RemovePersonFactor.tsx'

/** How many recovery codes a person has left. Removing them needs the permission to change people. */
export function PersonRecoveryCodes({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const key = ['userRecoveryCodes', userId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(userRecoveryCodes, { userId }),
    staleTime: 0,
  })
  const canRemove = permissions.includes('users:write') && userId !== user._id

  function handleRemoved() {
    setIsAsked(false)
    void cache.invalidateQueries({ queryKey: key })
  }

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data && data.madeAt === null && <p>{t('No recovery codes.')}</p>}
      {data && data.madeAt !== null && (
        <>
          <RecoveryCodesLeft left={data.left} madeAt={data.madeAt} />
          {canRemove && (
            <Button variant="neutral" onClick={() => setIsAsked(true)}>
              {t('Remove the codes')}
            </Button>
          )}
        </>
      )}
      {isAsked && (
        <RemovePersonFactor
          userId={userId}
          title={t('Remove the recovery codes?')}
          message={t(removeUserRecoveryCodes.message)}
          onRemove={(endsSessions) => call(removeUserRecoveryCodes, { userId, endsSessions })}
          onRemoved={handleRemoved}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('None of them signs in any more, and they are notified.')}</p>
        </RemovePersonFactor>
      )}
    </>
  )
}
