import {
  forgetAllBrowsers,
  forgetBrowser,
  listRememberedBrowsers,
  type RememberedBrowser,
} from '@gatehouse/contract/factors/remembered-browsers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { RememberedBrowserList } from '../factors/RememberedBrowserList.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'

const KEY = ['rememberedBrowsers']

/** One's own remembered browsers: forget one, or all. That gives nothing to anybody, so no question is asked. */
export function OwnRememberedBrowsers() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call(listRememberedBrowsers, {}),
    staleTime: 0,
  })
  const handleForgotten = (message: string) => {
    toasts.success(t(message))
    void cache.invalidateQueries({ queryKey: KEY })
  }
  const one = useAction(async ({ _id: browserId }: RememberedBrowser) => {
    await call(forgetBrowser, { browserId })
    handleForgotten(forgetBrowser.message)
  })
  const all = useAction(async () => {
    await call(forgetAllBrowsers, {})
    handleForgotten(forgetAllBrowsers.message)
  })

  return (
    <>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      <ErrorAlert error={one.error ?? all.error} />
      {data?.length === 0 && <p>{t('No browser is remembered.')}</p>}
      {data && data.length > 0 && (
        <RememberedBrowserList
          browsers={data}
          isForgetting={one.isBusy || all.isBusy}
          onForget={(browser) => void one.run(browser)}
        />
      )}
      {data && data.length > 1 && (
        <Button variant="neutral" isBusy={all.isBusy} onClick={() => void all.run()}>
          {t('Forget all')}
        </Button>
      )}
    </>
  )
}
