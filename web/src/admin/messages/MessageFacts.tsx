import type { readMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { formatFullMoment } from '../../i18n/format.ts'
import { LANGUAGES } from '../../i18n/start-i18n.ts'
import { Fact } from './Fact.tsx'
import { MessageState } from './MessageState.tsx'
import { aboutOf, CHANNELS } from './message-words.ts'
import { Recipient } from './Recipient.tsx'

/** Who got it, about what, when, and through what. */
export function MessageFacts({ message }: { message: Output<typeof readMessage> }) {
  const { t, i18n } = useTranslation()
  const { channel, language, state, createdAt, settledAt, nextTryAt, usefulUntil, gateway, template, reason } = message
  const moment = (at: string) => formatFullMoment(new Date(at), i18n.language)
  return (
    <dl className="message-facts">
      <Fact label={t('Status')}>
        <MessageState state={state} reason={reason} />
      </Fact>
      {reason !== '' && <Fact label={t('Reason')}>{reason}</Fact>}
      <Fact label={t('Recipient')}>
        <Recipient message={message} />
      </Fact>
      <Fact label={t('Channel')}>{t(CHANNELS[channel].label)}</Fact>
      <Fact label={t('Language')}>
        <span lang={language}>{LANGUAGES.find(({ code }) => code === language)?.name ?? language}</span>
      </Fact>
      {aboutOf(message) !== '' && <Fact label={t('About')}>{aboutOf(message)}</Fact>}
      <Fact label={t('Created')}>{moment(createdAt)}</Fact>
      {settledAt && <Fact label={state === 'failed' ? t('Failed') : t('Sent')}>{moment(settledAt)}</Fact>}
      {nextTryAt && <Fact label={t('Next attempt')}>{moment(nextTryAt)}</Fact>}
      {state === 'waiting' && usefulUntil && <Fact label={t('Valid until')}>{moment(usefulUntil)}</Fact>}
      {gateway !== '' && <Fact label={t('Gateway')}>{t(gateway)}</Fact>}
      {template !== '' && <Fact label={t('Template')}>{t(template)}</Fact>}
    </dl>
  )
}
