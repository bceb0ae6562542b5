import type { Delivery, DeliveryState } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { TEST_EVENT, type WebhookPayload } from '@gatehouse/contract/webhook-events.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import type { Db, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { insertRows } from '../outbox/insert-rows.ts'
import { headersOf } from './deliver-webhook.ts'

const PAGE_ROWS = 25

type Row = Omit<Delivery, 'createdAt' | 'nextAt'> & { createdAt: Date; nextAt: Date | null }

const COLUMNS = raw(`
  d.id as "_id", d.event_id as "eventId", d.event, d.state, d.created_at as "createdAt",
  (select count(*)::int from delivery_attempts a where a.outbox_id = d.id) as attempts,
  (select o.run_at from outbox o where o.id = d.id and o.state = 'ready') as "nextAt"`)

type Asked = { webhookId: string; state?: DeliveryState | undefined; before?: string | undefined }

/** The deliveries of a webhook, newest first, starting after `before`. */
export async function listDeliveriesOf(db: Db, { webhookId, state, before }: Asked) {
  const { rows } = await db.execute<Row>(sql`
    select ${COLUMNS} from webhook_deliveries d
    where d.webhook_id = ${webhookId} ${state ? sql`and d.state = ${state}` : empty}
      ${before ? sql`and d.id < ${before}` : empty}
    order by d.id desc limit ${PAGE_ROWS + 1}`)
  return { rows: rows.slice(0, PAGE_ROWS).map(withIsoTimes), hasMore: rows.length > PAGE_ROWS }
}

type Try = { number: number; at: Date; isSuccess: boolean; answer: string; tookMs: number }

/** @throws AppError not_found */
export async function findDelivery(db: Db, id: string) {
  const [found, tried] = await Promise.all([
    db.execute<Row & { body: string }>(sql`select ${COLUMNS}, d.body from webhook_deliveries d where d.id = ${id}`),
    db.execute<Try>(sql`
      select number, at, is_success as "isSuccess", answer, took_ms as "tookMs" from delivery_attempts
      where outbox_id = ${id} order by number`),
  ])
  const [row] = found.rows
  if (row === undefined) throw new AppError('not_found')
  const tries = tried.rows.map((one) => ({ ...one, at: one.at.toISOString() }))
  return { ...withIsoTimes(row), body: row.body, headers: headersOf(row.eventId), tries }
}

const withIsoTimes = (row: Row): Delivery => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  nextAt: row.nextAt?.toISOString() ?? null,
})

type Sent = { deliveryId: string; webhookId: string; name: string; event: string }

/** @throws AppError not_found when there is no such webhook */
export async function enqueueTest(tx: Tx, webhookId: string, actorId: string): Promise<Sent> {
  const { rows } = await tx.execute<{ name: string; now: Date }>(sql`
    select name, now() from webhooks where id = ${webhookId} and deleted_at is null for share`)
  if (rows[0] === undefined) throw new AppError('not_found')
  const { name, now } = rows[0]
  const id = newId()
  const payload: WebhookPayload = {
    type: TEST_EVENT,
    timestamp: now.toISOString(),
    data: { id, actor: { id: actorId }, subject: { id: webhookId, name } },
  }
  await insertDelivery(tx, id, sql`values (${webhookId}::uuid, ${id}::uuid, ${TEST_EVENT}, ${JSON.stringify(payload)})`)
  return { deliveryId: id, webhookId, name, event: TEST_EVENT }
}

/**
 * Delivers an event once more, under the same event id: a waiting delivery is tried at once, a finished one is copied.
 *
 * @throws AppError not_found; still_sending while an attempt is under way; webhook_inactive
 */
export async function enqueueAgain(tx: Tx, deliveryId: string): Promise<Sent> {
  const { rows } = await tx.execute<Omit<Sent, 'deliveryId'> & { isActive: boolean; state: DeliveryState }>(sql`
    select w.id as "webhookId", w.name, w.status = 'ACTIVE' as "isActive", d.event, d.state
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.deleted_at is null
    where d.id = ${deliveryId} for share of w`)
  if (rows[0] === undefined) throw new AppError('not_found')
  const { isActive, state, ...sent } = rows[0]
  if (!isActive && sent.event !== TEST_EVENT) throw new AppError('webhook_inactive')
  if (state === 'waiting') {
    // An attempt under way has been counted in the outbox, but is not in delivery_attempts yet.
    const { rowCount } = await tx.execute(sql`
      update outbox o set run_at = now() where id = ${deliveryId} and state = 'ready'
        and attempts = coalesce((select max(number) from delivery_attempts where outbox_id = o.id), 0)`)
    if (rowCount === 0) throw new AppError('still_sending')
    return { ...sent, deliveryId }
  }
  const id = newId()
  await insertDelivery(
    tx,
    id,
    sql`select webhook_id, event_id, event, body from webhook_deliveries where id = ${deliveryId}`,
  )
  return { ...sent, deliveryId: id }
}

/** @param what a query for the webhook, the id and name of the event, and the body */
async function insertDelivery(tx: Tx, id: string, what: Sql): Promise<void> {
  await tx.execute(sql`
    with delivery as (
      insert into webhook_deliveries (id, webhook_id, event_id, event, body)
      select ${id}::uuid, what.* from (${what}) as what returning id, webhook_id)
    ${insertRows(['id', 'kind', 'lane', 'priority'], sql`select id, 'webhook', 'webhook:' || webhook_id, 0 from delivery`)}`)
}
