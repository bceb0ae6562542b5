import { TEST_EVENT } from '@gatehouse/contract/webhook-events.ts'
import sql from 'sql-template-tag'
import { toldBy } from '../access/mask-secrets.ts'
import { requestOutbound } from '../access/outbound-request.ts'
import type { Deps } from '../deps.ts'
import { IS_NOTED } from '../outbox/note-outcome.ts'
import type { Handler, Outcome } from '../outbox/outbox.ts'
import { openSecrets, type SealedSecrets } from './secrets.ts'
import { signatureOf } from './signature.ts'
import { switchOffWhenDead } from './switch-off.ts'

/** A receiver may be down over a night: 31 hours in all. */
const RETRY_SECONDS = [5, 30, 120, 600, 3600, 21_600, 86_400]

/** The same at every try. */
export const headersOf = (eventId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Gatehouse-Webhooks',
  'webhook-id': eventId,
})

type Told = SealedSecrets & {
  webhookId: string
  url: string
  isActive: boolean
  eventId: string
  event: string
  body: string
}

/**
 * Tells a receiver what happened, signed at this very try (Standard Webhooks 1.0). A repeat has the same id. Whatever is
 * no 2xx answer is tried again; a test is not.
 */
export function webhookHandler({ db, config, keys }: Pick<Deps, 'db' | 'config' | 'keys'>): Handler {
  const deliver = async ({ id }: { id: string }): Promise<Outcome> => {
    const { rows } = await db.execute<Told>(sql`
      select w.id as "webhookId", w.url, w.status = 'ACTIVE' and w.deleted_at is null as "isActive",
        d.event_id as "eventId", d.event, d.body, w.sealed_secret as sealed,
        case when w.previous_until > now() then w.sealed_previous_secret end as "sealedPrevious"
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ${id}`)
    const [told] = rows
    if (told === undefined) return { ...FAILED, answer: 'the webhook is gone', isFinal: true }
    const { url, event, eventId, body } = told
    const isTest = event === TEST_EVENT
    if (!told.isActive && !isTest) return { ...FAILED, answer: 'the webhook is inactive', isFinal: true }
    const secrets = openSecrets(keys.seal, told.webhookId, told)
    if (secrets.length === 0) return { ...FAILED, answer: 'there is no secret to sign with', isFinal: isTest }
    const gateway = new URL(url).host
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      ...headersOf(eventId),
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secrets, { id: eventId, timestamp, body }),
    }
    try {
      const { status, text, retryAfterSeconds } = await requestOutbound({ method: 'POST', url, headers, body }, config)
      const isSuccess = status >= 200 && status <= 299
      return {
        gateway,
        isSuccess,
        answer: answerOf(status, text, secrets),
        isFinal: isTest,
        ...after(retryAfterSeconds),
      }
    } catch (error) {
      return {
        gateway,
        isSuccess: false,
        answer: error instanceof Error ? error.message : String(error),
        isFinal: isTest,
      }
    }
  }
  return {
    retrySeconds: RETRY_SECONDS,
    deliver,
    note: ({ id }, _outcome, state) => [
      sql`
        update webhook_deliveries set state = ${state === 'done' ? 'sent' : state === 'dead' ? 'failed' : 'waiting'},
          settled_at = case when ${state !== 'ready'} then now() end
        where id = ${id} and ${IS_NOTED}`,
    ],
    giveUp: (tx, { id }) => switchOffWhenDead(tx, id),
  }
}

const after = (seconds: number | null) => (seconds === null ? {} : { retryAfterSeconds: seconds })

const FAILED = { gateway: '', isSuccess: false }

/** Some receivers repeat whatever they know. */
function answerOf(status: number, text: string, secrets: readonly string[]): string {
  const shown = toldBy(text, secrets)
  return shown === '' ? `HTTP ${status}` : `HTTP ${status}: ${shown}`
}
