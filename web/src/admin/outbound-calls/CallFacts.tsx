import type { readCall } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { formatFullMoment } from '../../i18n/format.ts'
import { Fact } from '../messages/Fact.tsx'
import { MessageState } from '../messages/MessageState.tsx'
import { CallPerson } from './CallPerson.tsx'
import { CallReason } from './CallReason.tsx'
import { causeOf } from './calls-words.ts'

/** Whom it is about, why, to whom, and how it stands. */
export function CallFacts({ call }: { call: Output<typeof readCall> }) {
  const { t, i18n } = useTranslation()
  const { state, reason, kind, target, person, application, client, createdAt, settledAt, nextTryAt } = call
  const moment = (at: string) => formatFullMoment(new Date(at), i18n.language)
  return (
    <dl className="message-facts">
      <Fact label={t('Status')}>
        <MessageState state={state} reason="" />
      </Fact>
      {reason !== '' && (
        <Fact label={t('Reason')}>
          <CallReason reason={reason} />
        </Fact>
      )}
      <Fact label={t('Cause')}>{t(causeOf(call))}</Fact>
      <Fact label={t('Sent to')}>{kind === 'logout' ? target || '–' : t('Partner portal')}</Fact>
      <Fact label={t('Person')}>
        <CallPerson person={person} />
      </Fact>
      {application && <Fact label={t('Application')}>{application.name}</Fact>}
      {client && <Fact label={t('Client')}>{client.name}</Fact>}
      <Fact label={t('Created')}>{moment(createdAt)}</Fact>
      {settledAt && <Fact label={state === 'failed' ? t('Failed') : t('Sent')}>{moment(settledAt)}</Fact>}
      {nextTryAt && <Fact label={t('Next attempt')}>{moment(nextTryAt)}</Fact>}
    </dl>
  )
}
