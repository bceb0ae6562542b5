import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import '../../../ui/empty-notice.css'

type Props = { error: unknown; isBusy: boolean; onRetry: () => void }

/** Shown instead of rows that could not be loaded. */
export function ListFailure({ error, isBusy, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div className="list-notice">
      <ErrorAlert error={error} takesFocus={false}>
        <Button variant="neutral" isBusy={isBusy} onClick={onRetry}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
    </div>
  )
}
