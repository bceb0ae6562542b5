import { removeUserPasskey, userPasskeys } from '@gatehouse/contract/admin/people/passkeys.ts'
import type { Passkey } from '@gatehouse/contract/factors/passkeys.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { PasskeyList } from '../../../factors/PasskeyList.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

/** The passkeys of a person. Removing one needs the permission to change people. */
export function PersonPasskeys({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const key = ['userPasskeys', userId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(userPasskeys, { userId }),
    staleTime: 0,
  })
  const removal = useAction(async ({ _id: passkeyId }: Passkey) => {
    await call(removeUserPasskey, { userId, passkeyId })
    setRemoving(null)
    toasts.success(t(removeUserPasskey.message))
    void cache.invalidateQueries({ queryKey: key })
  })
  const canRemove = permissions.includes('users:write') && userId !== user._id

  function handleClose() {
    setRemoving(null)
    removal.clear()
  }

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && <p>{t('No passkeys.')}</p>}
      {data && (
        <PasskeyList
          passkeys={data}
          actions={(passkey) =>
            canRemove && (
              <Button
                variant="neutral"
                aria-label={t('Remove the passkey {{name}}', passkey)}
                onClick={() => setRemoving(passkey)}
              >
                {t('Remove')}
              </Button>
            )
          }
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t('Remove the passkey “{{name}}”?', removing)}
          confirmLabel={t('Remove')}
          tone="danger"
          isBusy={removal.isBusy}
          error={removal.error}
          onConfirm={() => void removal.run(removing)}
          onClose={handleClose}
        >
          <p>{t('They can no longer sign in with it, and are notified. Their sessions go on until you end them.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
