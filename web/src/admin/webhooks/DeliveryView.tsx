import { type Delivery, readDelivery, redeliver } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatFullMoment, formatNumber } from '../../i18n/format.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DeliveryState } from './DeliveryState.tsx'
import './webhooks.css'

const POLL_MS = 1500

type Props = {
  id: string
  /** Shows the new delivery after sending again. Without it, the button is hidden. */
  onSentAgain?: (id: string) => void
}

/** One delivery: the request, and the response of each attempt. */
export function DeliveryView({ id, onSentAgain }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: () => call(readDelivery, { deliveryId: id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  })
  if (error)
    return (
      <ErrorAlert error={error}>
        <Button variant="neutral" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
    )
  if (!data) return <Spinner size={24} />
  return (
    <section className="delivery" aria-label={data.event}>
      <Summary delivery={data} onSentAgain={onSentAgain} />
      <h3>{t('Attempts')}</h3>
      <Tries tries={data.tries} />
      <h3>{t('Headers')}</h3>
      <Headers headers={data.headers} />
      <h3>{t('Body')}</h3>
      <Body body={data.body} />
    </section>
  )
}

function Body({ body }: { body: string | null }) {
  const { t } = useTranslation()
  if (body === null)
    return <p className="delivery-when">{t('The body and the responses are shown to those who may see users.')}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="delivery-code" tabIndex={0}>
        {JSON.stringify(JSON.parse(body), null, 2)}
      </pre>
      <div>
        <CopyButton text={body} label={t('Copy the signed body')} />
      </div>
    </>
  )
}

type DeliveryDetails = Output<typeof readDelivery>

function Summary({ delivery, onSentAgain }: { delivery: Delivery; onSentAgain: Props['onSentAgain'] }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const cache = useQueryClient()
  const again = useAction(async () => {
    const { deliveryId } = await call(redeliver, { deliveryId: delivery._id })
    void cache.invalidateQueries({ queryKey: ['webhooks'] })
    onSentAgain?.(deliveryId)
  })
  const moment = (iso: string) => formatFullMoment(new Date(iso), i18n.language)
  return (
    <>
      <p className="delivery-head">
        <code>{delivery.event}</code> <DeliveryState state={delivery.state} />
      </p>
      <p className="delivery-when">
        {moment(delivery.createdAt)}
        {delivery.state === 'waiting' && delivery.nextAt && delivery.attempts > 0 && (
          <> · {t('next attempt {{time}}', { time: moment(delivery.nextAt) })}</>
        )}
      </p>
      <ErrorAlert error={again.error} />
      {onSentAgain && permissions.includes('webhooks:write') && (
        <div>
          <Button variant="neutral" isBusy={again.isBusy} onClick={again.run}>
            {delivery.state === 'waiting' ? t('Retry now') : t('Send again')}
          </Button>
        </div>
      )}
    </>
  )
}

function Tries({ tries }: Pick<DeliveryDetails, 'tries'>) {
  const { t, i18n } = useTranslation()
  if (tries.length === 0) return <p className="delivery-when">{t('Not attempted yet.')}</p>
  return (
    <ol className="delivery-tries">
      {tries.map(({ number, at, isSuccess, answer, tookMs }) => (
        <li key={number}>
          <p className="delivery-when">
            <strong>{isSuccess ? t('Accepted') : t('Rejected')}</strong> ·{' '}
            {formatFullMoment(new Date(at), i18n.language)} ·{' '}
            {t('{{time}} ms', { time: formatNumber(tookMs, i18n.language) })}
          </p>
          {answer !== '' && <code className="delivery-answer">{answer}</code>}
        </li>
      ))}
    </ol>
  )
}

function Headers({ headers }: Pick<DeliveryDetails, 'headers'>) {
  const { t } = useTranslation()
  const renewed = t('created again for each attempt')
  const shown = { ...headers, 'webhook-timestamp': renewed, 'webhook-signature': renewed }
  return (
    <dl className="delivery-headers">
      {Object.entries(shown).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
