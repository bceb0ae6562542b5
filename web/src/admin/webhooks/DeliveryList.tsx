import type { Delivery } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import '../../ui/data-table.css'
import { DeliveryState } from './DeliveryState.tsx'

type Props = {
  rows: readonly Delivery[]
  /** The delivery that was open before. It gets the focus. */
  left: string | null
  onOpen: (id: string) => void
}

export function DeliveryList({ rows, left, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="data-table-frame" aria-label={t('Deliveries')} tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">{t('Event')}</th>
            <th scope="col">{t('Status')}</th>
            <th scope="col">{t('When')}</th>
            <th scope="col">{t('Attempts')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <DeliveryRow key={one._id} delivery={one} takesFocus={one._id === left} onOpen={() => onOpen(one._id)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = { delivery: Delivery; takesFocus: boolean; onOpen: () => void }

function DeliveryRow({ delivery, takesFocus, onOpen }: RowProps) {
  const { i18n } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list is shown again, and not while it reloads
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [])

  return (
    <tr>
      <td>
        <button type="button" ref={button} className="row-name" onClick={onOpen}>
          {delivery.event}
        </button>
      </td>
      <td>
        <DeliveryState state={delivery.state} />
      </td>
      <td>
        <Moment at={delivery.createdAt} />
      </td>
      <td className="data-table-number">{formatNumber(delivery.attempts, i18n.language)}</td>
    </tr>
  )
}
