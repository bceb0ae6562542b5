import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import '../../../ui/empty-notice.css'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { leavingFocus } from './leaving-focus.ts'

type Props = {
  error: unknown
  isBusy: boolean
  onRetry: () => void
  /** Clears the search and the filters, where they are what was refused. */
  onClear?: (() => void) | undefined
}

/** Shown instead of rows that could not be loaded. Filters that the server refuses are refused each time. */
export function ListFailure({ error, isBusy, onRetry, onClear }: Props) {
  const { t } = useTranslation()
  return (
    <div className="list-notice">
      {onClear ? (
        <Alert tone="error">
          <p>{t('The search or a filter in this address is not valid.')}</p>
          <Button variant="neutral" onClick={leavingFocus(onClear)}>
            {t('Clear filters')}
          </Button>
        </Alert>
      ) : (
        <PartFailure error={error} isBusy={isBusy} onRetry={onRetry} />
      )}
    </div>
  )
}
