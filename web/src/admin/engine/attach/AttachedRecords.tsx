import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { DetachButton } from './DetachButton.tsx'
import './attachments.css'

type Props = {
  /** Empty while they load. */
  attached: readonly { _id: string; name: string }[] | undefined
  /** Why they could not be loaded. */
  failure?: unknown
  onRetry: () => void
  /** Shown while nothing is attached. */
  emptyText: string
  isBusy?: boolean
  /** Detaches one of them; left out where they may only be read. */
  onDetach?: ((id: string) => void) | undefined
}

/** The names of the records attached to another one. */
export function AttachedRecords({ attached, failure, onRetry, emptyText, isBusy = false, onDetach }: Props) {
  return (
    <>
      {!attached && !failure && <Spinner size={24} />}
      <PartFailure error={failure} onRetry={onRetry} />
      {attached?.length === 0 && <p className="attached-empty">{emptyText}</p>}
      {attached && attached.length > 0 && (
        <ul className="attached">
          {attached.map(({ _id, name }) => (
            <li key={_id}>
              {name}
              {onDetach && <DetachButton name={name} isBusy={isBusy} onDetach={() => onDetach(_id)} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
