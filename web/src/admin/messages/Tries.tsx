import type { readMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { formatFullMoment, formatNumber } from '../../i18n/format.ts'

/** Every try, with what the gateway said. */
export function Tries({ tries }: Pick<Output<typeof readMessage>, 'tries'>) {
  const { t, i18n } = useTranslation()
  if (tries.length === 0) return <p className="message-note">{t('Not attempted yet.')}</p>
  return (
    <ol className="message-tries">
      {tries.map(({ number, at, gateway, isSuccess, answer, tookMs }) => (
        <li key={number}>
          <p className="message-note">
            <strong>{isSuccess ? t('Accepted') : t('Rejected')}</strong>
            {gateway !== '' && <> · {t(gateway)}</>} · {formatFullMoment(new Date(at), i18n.language)} ·{' '}
            {t('{{time}} ms', { time: formatNumber(tookMs, i18n.language) })}
          </p>
          {answer !== '' && <code>{answer}</code>}
        </li>
      ))}
    </ol>
  )
}
