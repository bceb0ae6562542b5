import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { DetachButton } from './DetachButton.tsx'
import './attachments.css'

type Props = {
  /** Empty while they load. */
  attached: readonly { _id: string; name: string }[] | undefined
  /** Why they could not be loaded. */
  failure?: unknown
  /** Shown while nothing is attached. */
  emptyText: string
  isBusy?: boolean
  /** Detaches one of them; left out where they may only be read. */
  onDetach?: ((id: string) => void) | undefined
}

/** The names of the records attached to another one. */
export function AttachedRecords({ attached, failure, emptyText, isBusy = false, onDetach }: Props) {
  return (
    <>
      {!attached && !failure && <Spinner size={24} />}
      <ErrorAlert error={failure} />
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
