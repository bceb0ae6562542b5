import { useTranslation } from 'react-i18next'
import { PartNotLoaded } from '../load-part.ts'
import { Button } from './Button.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'

type Props = {
  /** `null`: nothing is shown. */
  error: unknown
  isBusy?: boolean
  onRetry: () => void
}

/** In the place of a part that could not be loaded: why, and the way out. */
export function PartFailure({ error, isBusy = false, onRetry }: Props) {
  const { t } = useTranslation()
  const isOutdated = error instanceof PartNotLoaded && error.isOutdated
  return (
    <ErrorAlert error={error} takesFocus={false}>
      <Button variant="neutral" isBusy={isBusy} onClick={isOutdated ? () => window.location.reload() : onRetry}>
        {isOutdated ? t('Reload') : t('Retry')}
      </Button>
    </ErrorAlert>
  )
}
