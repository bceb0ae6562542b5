import {
  type GatewayHealth as Health,
  listGatewayHealth,
  MESSAGES_COUNTED_MAX,
} from '@gatehouse/contract/admin/messages/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatMoment, formatNumber } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import '../engine/figures.css'
import { REFRESH_MS } from './use-message-page.ts'
import './routing/routing.css'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { scopeText } from './routing/routing-words.ts'

/** How every gateway is doing at the moment. */
export function GatewayHealth({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['messages', 'gateways'],
    queryFn: () => call(listGatewayHealth, {}),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  return (
    <Dialog title={t('Gateways')} size="large" onClose={onClose}>
      <div className="form message">
        <p className="message-note">
          {t(
            'After five failures in a row, a gateway is paused for a while. Waiting messages go through the next one.',
          )}
        </p>
        {!data && !error && <Spinner size={24} />}
        <PartFailure error={data ? null : error} isBusy={isFetching} onRetry={() => void refetch()} />
        {data && (
          <ul className="message-gateways" aria-label={t('Gateways')}>
            {data.map((gateway) => (
              <Gateway key={gateway._id ?? ''} gateway={gateway} />
            ))}
          </ul>
        )}
        <FormEnd>
          <Button variant="neutral" onClick={onClose}>
            {t('Close')}
          </Button>
        </FormEnd>
      </div>
    </Dialog>
  )
}

function Gateway({ gateway }: { gateway: Health }) {
  const { t, i18n } = useTranslation()
  const { _id, name, waiting, failures, sent } = gateway
  const number = (count: number) => formatNumber(count, i18n.language) + (count === MESSAGES_COUNTED_MAX ? '+' : '')
  const figures = [
    { label: t('Sent in the last hour'), count: sent },
    { label: t('Waiting'), count: waiting },
    { label: t('Failures in a row'), count: failures },
  ].filter(({ count }) => count > 0)
  return (
    <li>
      <div className="message-gateway">
        <div className="cell-lines">
          <span>{t(name)}</span>
          <small>{_id === null ? t('Used when no other gateway works') : scopeText(gateway)}</small>
        </div>
        <State gateway={gateway} />
      </div>
      {sent === 0 && <p className="message-note">{t('Nothing sent in the last hour.')}</p>}
      {figures.length > 0 && (
        <dl className="figures">
          {figures.map(({ label, count }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

function State({ gateway: { isActive, failures, pausedUntil, isUnreadable } }: { gateway: Health }) {
  const { t, i18n } = useTranslation()
  if (!isActive) return <StatusBadge status="INACTIVE" />
  if (isUnreadable)
    return (
      <span className="status-badge status-badge-error" title={t('It is not used until you enter them again.')}>
        {t('Secrets cannot be read')}
      </span>
    )
  if (pausedUntil !== null) {
    const time = formatMoment(new Date(pausedUntil), new Date(), i18n.language)
    return <span className="status-badge status-badge-error">{t('Paused until {{time}}', { time })}</span>
  }
  if (failures > 0) return <span className="status-badge status-badge-warning">{t('Failing')}</span>
  return <span className="status-badge status-badge-success">{t('Working')}</span>
}
