import { useRouter } from '@tanstack/react-router'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { renewHandshake } from '../handshake.ts'
import { PartNotLoaded } from '../load-part.ts'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import './card-layout.css'
import { InShell } from './in-shell.ts'

/** The server has sent this page because its own was not to be had: where it may send forms is not known here. */
function isStandIn(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  const status = (loaded as PerformanceNavigationTiming | undefined)?.responseStatus
  return status === 429 || status === 503
}

/** Stands in for a page that failed to load or to draw; without a server it is all there is to show. */
export function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const router = useRouter()
  const isInShell = useContext(InShell)
  const retry = useAction(async () => {
    if (!(error instanceof PartNotLoaded || isStandIn())) return router.invalidate()
    // Only once the server answers: else the browser would put its own error in place of the page.
    await renewHandshake()
    window.location.reload()
    await new Promise(() => {})
  })
  const page = (
    <CardPage title={t('This page could not be shown')}>
      <ErrorAlert error={retry.error ?? error} />
      <Button size="large" isBusy={retry.isBusy} onClick={retry.run}>
        {error instanceof PartNotLoaded && error.isOutdated ? t('Reload') : t('Retry')}
      </Button>
    </CardPage>
  )
  if (isInShell) return <div className="page-in-shell">{page}</div>
  return (
    <div className="card-layout">
      <main>{page}</main>
    </div>
  )
}
