import { RESEND_MAX, type Resend } from '@gatehouse/contract/admin/messages/messages.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { MessageContent } from '../../notifications/notify.ts'
import { auditBy } from '../engine/changes.ts'
import type { By } from '../engine/store.ts'
import { BUSY, KEPT, type MessageFilter, readOneMessage, whereOf } from './list.ts'

/**
 * Sends one message again. A failed one is retried, a sent one becomes a new message.
 *
 * @throws AppError not_found; not_sent_again with the reason
 * @returns the id of the queued message
 */
export async function resend(
  { outbox }: Pick<Deps, 'outbox'>,
  tx: Tx,
  by: By,
  asked: { id: string; resend: Resend },
): Promise<string> {
  const { id } = asked
  const message = await readOneMessage(tx, id)
  if (message.resend !== asked.resend) throw new AppError('not_sent_again', { msg: message.refusal || undefined })
  const onItsWay = await DO[asked.resend](tx, outbox, id)
  // Another caller was faster.
  if (onItsWay === undefined) throw new AppError('not_sent_again')
  await auditBy(tx, by, 'messages.resent', message.person?._id ?? id, {
    name: message.person?.name ?? '',
    messageId: onItsWay,
    notice: message.notice,
    channel: message.channel,
  })
  return onItsWay
}

/** Retries failed messages, at most `RESEND_MAX`. Messages with a code or link are skipped. */
export async function resendAllFailed(
  tx: Tx,
  by: By,
  which: { ids: string[] } | { filter: MessageFilter },
): Promise<number> {
  const chosen =
    'ids' in which
      ? sql`${which.ids}::uuid[]`
      : sql`array(select m.id ${whereOf({ ...which.filter, state: 'failed' })} and not m.has_secret
          order by m.id desc limit ${RESEND_MAX})`
  const { rows } = await tx.execute<{ id: string }>(again(sql`id = any(${chosen})`))
  if (rows.length > 0)
    await recordAudit(tx, {
      event: 'messages.resent',
      actorId: by.person.userId,
      sessionId: by.person.sessionId,
      ip: by.ip,
      detail: { messages: rows.length, ...('filter' in which && { filter: which.filter }) },
    })
  return rows.length
}

/** The retry schedule starts again with the current gateways. The number of attempts keeps counting. */
const again = (which: Sql) => sql`
  with back as (
    update outbox o set state = 'ready', run_at = now(), tried_lanes = '{}', rounds = 0, settled_at = null
    where ${which} and kind = 'message' and state = 'dead' and ${raw(KEPT)} returning id)
  update messages set state = 'waiting', settled_at = null from back where messages.id = back.id returning messages.id`

const DO: Record<Resend, (tx: Tx, outbox: Deps['outbox'], id: string) => Promise<string | undefined>> = {
  again: async (tx, _outbox, id) => firstId(tx, again(sql`id = ${id}`)),
  now: async (tx, _outbox, id) => firstId(tx, now(id)),
  anew: sendCopy,
}

const firstId = async (tx: Tx, change: Sql) => (await tx.execute<{ id: string }>(change)).rows[0]?.id

const now = (id: string) => sql`
  update outbox o set run_at = now()
  where id = ${id} and kind = 'message' and state = 'ready' and ${raw(KEPT)} and not ${raw(BUSY)} returning id`

async function sendCopy(tx: Tx, outbox: Deps['outbox'], id: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ payload: Buffer; lane: string; createdAt: number }>(sql`
    select payload, lane, extract(epoch from created_at)::float8 as "createdAt" from outbox o where id = ${id} and state = 'done' and ${raw(KEPT)} for update`)
  const [kept] = rows
  if (kept === undefined) return undefined
  const content = (await outbox.read(id, kept.payload)) as MessageContent
  const writtenAt = content.writtenAt ?? kept.createdAt
  const copy = outbox.enqueue(tx, { kind: 'message', lane: kept.lane, content: { ...content, writtenAt } })
  tx.atCommit(sql`
    insert into messages (id, channel, notice, language, user_id, application_id, client_id, recipient, has_secret)
    select ${copy}, channel, notice, language, user_id, application_id, client_id, recipient, has_secret
    from messages where id = ${id}`)
  return copy
}
