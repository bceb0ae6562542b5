import '../../../ui/empty-notice.css'
import { PartFailure } from '../../../ui/PartFailure.tsx'

type Props = { error: unknown; isBusy: boolean; onRetry: () => void }

/** Shown instead of rows that could not be loaded. */
export function ListFailure({ error, isBusy, onRetry }: Props) {
  return (
    <div className="list-notice">
      <PartFailure error={error} isBusy={isBusy} onRetry={onRetry} />
    </div>
  )
}
