import { removeUserAuthenticator, userAuthenticators } from '@gatehouse/contract/admin/people/authenticators.ts'
import type { Authenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { AuthenticatorList } from '../../../factors/AuthenticatorList.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

/** The authenticator apps of a person. Removing one needs the permission to change people. */
export function PersonAuthenticators({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [removing, setRemoving] = useState<Authenticator | null>(null)
  const key = ['userAuthenticators', userId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(userAuthenticators, { userId }),
    staleTime: 0,
  })
  const removal = useAction(async ({ _id: authenticatorId }: Authenticator) => {
    await call(removeUserAuthenticator, { userId, authenticatorId })
    setRemoving(null)
    toasts.success(t(removeUserAuthenticator.message))
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
      {data?.length === 0 && <p>{t('No authenticator apps.')}</p>}
      {data && (
        <AuthenticatorList
          authenticators={data}
          actions={(authenticator) =>
            canRemove && (
              <Button
                variant="neutral"
                aria-label={t('Remove the authenticator app {{name}}', authenticator)}
                onClick={() => setRemoving(authenticator)}
              >
                {t('Remove')}
              </Button>
            )
          }
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t('Remove the authenticator app “{{name}}”?', removing)}
          confirmLabel={t('Remove')}
          tone="danger"
          isBusy={removal.isBusy}
          error={removal.error}
          onConfirm={() => void removal.run(removing)}
          onClose={handleClose}
        >
          <p>{t('They get their codes by email again, and are notified. Their sessions go on until you end them.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
