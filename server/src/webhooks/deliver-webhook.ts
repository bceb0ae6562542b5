import { TEST_EVENT } from '@gatehouse/contract/webhook-events.ts'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { callOutbound } from '../outbound/call-outbound.ts'
import { redactSecrets } from '../outbound/redact-secrets.ts'
import { IS_NOTED, SHOWN_STATE } from '../outbox/note-outcome.ts'
import type { Handler, Outcome } from '../outbox/types.ts'
import { openSecrets, type SealedSecrets } from './secrets.ts'
import { signatureOf } from './signature.ts'
import { switchOffWhenDead } from './switch-off.ts'

/** The back-off: 31 hours in all, as a receiver may be down over a night. */
const RETRY_SECONDS = [5, 30, 120, 600, 3600, 21_600, 86_400]

/** The headers that are the same at every attempt. */
export const headersOf = (eventId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Gatehouse-Webhooks',
  'webhook-id': eventId,
})

type DeliveryRow = SealedSecrets & {
  webhookId: string
  url: string
  isActive: boolean
  eventId: string
  event: string
  body: string
  /** The database's time of this attempt: receivers refuse a time that differs by minutes from theirs. */
  timestamp: number
}

/**
 * Sends an event to a receiver, signed at each attempt (Standard Webhooks 1.0). A retry has the same id. Any answer but
 * 2xx is retried; a test event is not.
 */
export function webhookHandler({ db, config, keys }: Pick<Deps, 'db' | 'config' | 'keys'>): Handler {
  const deliver = async ({ id }: { id: string }): Promise<Outcome> => {
    const { rows } = await db.execute<DeliveryRow>(sql`
      select w.id as "webhookId", w.url, w.status = 'ACTIVE' and w.deleted_at is null as "isActive",
        extract(epoch from now())::int as timestamp, d.event_id as "eventId", d.event, d.body, w.sealed_secret as sealed,
        case when w.previous_until > now() then w.sealed_previous_secret end as "sealedPrevious"
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ${id}`)
    const [delivery] = rows
    if (delivery === undefined) return { ...FAILED, answer: 'the webhook is gone', isFinal: true }
    const { url, event, eventId, body } = delivery
    const isTest = event === TEST_EVENT
    if (!delivery.isActive && !isTest) return { ...FAILED, answer: 'the webhook is inactive', isFinal: true }
    // Some receivers repeat in their answer what they know, even the secret.
    const secrets = await openSecrets(keys.seal, delivery.webhookId, delivery)
    if (secrets.length === 0) return { ...FAILED, answer: 'there is no secret to sign with', isFinal: isTest }
    const target = new URL(url).host
    const { timestamp } = delivery
    const headers = {
      ...headersOf(eventId),
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secrets, { id: eventId, timestamp, body }),
    }
    const outcome = await callOutbound({ target, url, headers, body }, config, (text) => redactSecrets(text, secrets))
    return { ...outcome, isFinal: isTest }
  }
  return {
    retrySeconds: RETRY_SECONDS,
    deliver,
    note: ({ id }, _outcome, state) => [
      sql`
        update webhook_deliveries set state = ${SHOWN_STATE[state]},
          settled_at = case when ${state !== 'ready'} then now() end
        where id = ${id} and ${IS_NOTED}`,
    ],
    abandon: (tx, { id }) => switchOffWhenDead(tx, id),
  }
}

const FAILED = { target: '', isSuccess: false }
