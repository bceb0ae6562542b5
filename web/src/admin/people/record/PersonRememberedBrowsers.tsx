import { forgetUserBrowsers, userRememberedBrowsers } from '@gatehouse/contract/admin/people/remembered-browsers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { RememberedBrowserList } from '../../../factors/RememberedBrowserList.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

/** The remembered browsers of a person. Forgetting them needs the permission to change people. */
export function PersonRememberedBrowsers({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const toasts = useToasts()
  const key = ['userRememberedBrowsers', userId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(userRememberedBrowsers, { userId }),
    staleTime: 0,
  })
  const forgetting = useAction(async (browserId?: string) => {
    await call(forgetUserBrowsers, { userId, browserId })
    toasts.success(t(forgetUserBrowsers.message))
    void cache.invalidateQueries({ queryKey: key })
  })
  const canForget = permissions.includes('users:write') && userId !== user._id

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      <ErrorAlert error={forgetting.error} />
      {data?.length === 0 && <p>{t('No browser is remembered.')}</p>}
      {data && data.length > 0 && (
        <RememberedBrowserList
          browsers={data}
          isForgetting={forgetting.isBusy}
          onForget={canForget ? ({ _id }) => void forgetting.run(_id) : undefined}
        />
      )}
      {canForget && data && data.length > 1 && (
        <Button variant="neutral" isBusy={forgetting.isBusy} onClick={() => void forgetting.run()}>
          {t('Forget all')}
        </Button>
      )}
    </>
  )
}
