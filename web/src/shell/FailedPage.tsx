import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import './card-layout.css'

/** Stands in for a page that failed to load or to draw; without a server it is all there is to show. */
export function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const router = useRouter()
  const retry = useAction(() => router.invalidate())
  return (
    <div className="card-layout">
      <main>
        <CardPage title={t('This page could not be shown')}>
          <ErrorAlert error={error} />
          <Button size="large" isBusy={retry.isBusy} onClick={retry.run}>
            {t('Retry')}
          </Button>
        </CardPage>
      </main>
    </div>
  )
}
