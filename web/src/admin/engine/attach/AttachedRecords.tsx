import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
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
  const { t } = useTranslation()
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
              {onDetach && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('Remove {{name}}', { name })}
                  title={t('Remove {{name}}', { name })}
                  aria-disabled={isBusy || undefined}
                  onClick={() => onDetach(_id)}
                >
                  <X size={16} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
