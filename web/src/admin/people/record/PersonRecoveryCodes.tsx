import { removeUserRecoveryCodes, userRecoveryCodes } from '@gatehouse/contract/admin/people/recovery-codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { RecoveryCodesLeft } from '../../../factors/RecoveryCodesLeft.tsx'
import { RemoveFactor } from '../../../factors/RemoveFactor.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useToasts } from '../../../ui/use-toasts.ts'

/** How many recovery codes a person has left. Removing them needs the permission to change people. */
export function PersonRecoveryCodes({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isAsked, setIsAsked] = useState(false)
  const key = ['userRecoveryCodes', userId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(userRecoveryCodes, { userId }),
    staleTime: 0,
  })
  const canRemove = permissions.includes('users:write') && userId !== user._id

  async function handleRemove() {
    await call(removeUserRecoveryCodes, { userId })
    setIsAsked(false)
    toasts.success(t(removeUserRecoveryCodes.message))
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
        <RemoveFactor title={t('Remove the recovery codes?')} onRemove={handleRemove} onClose={() => setIsAsked(false)}>
          <p>{t('None of them signs in any more, and they are notified. Their sessions go on until you end them.')}</p>
        </RemoveFactor>
      )}
    </>
  )
}
