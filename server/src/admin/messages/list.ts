import type { listMessages, Message, readMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import { NOT_RESENT } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import { phoneDigits } from '@gatehouse/contract/phone.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { AppError } from '../../errors.ts'
import { likePart, likeStart, withIsoTimes } from '../engine/list.ts'

type Query = Input<typeof listMessages>
const BATCH = 1000

export type MessageFilter = Omit<Query, 'page' | 'pageSize'>

/** A page of messages, newest first. One search gives the page and its total. */
export async function listPageOfMessages(
  db: Db | Tx,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE, ...filter }: Query,
): Promise<Page<Message>> {
  const first = page * pageSize
  const enough = Math.max(COUNTED_MAX_ROWS + 1, first + pageSize)
  const order = orderOf(filter)
  const matching = await db.execute<{ total: number; ids: string[] }>(sql`
    with matching as (select m.id, m.created_at ${whereOf(filter)} order by ${order} limit ${enough})
    select count(*)::int as total,
      coalesce((array_agg(m.id order by ${order}))[${first + 1}::int:${first + pageSize}::int], '{}') as ids
    from matching m`)
  const { total = 0, ids = [] } = matching.rows[0] ?? {}
  const { rows } = await db.execute<Message>(select(sql`select unnest(${ids}::uuid[]) as id`, order))
  return { rows: rows.map(withIsoTimes), total, isEstimate: total > COUNTED_MAX_ROWS }
}

type Line = Message & { settledAt: string | null }

/** The messages in batches, newest first, at most `most`. */
export async function* readMessages(db: Db, filter: MessageFilter, most: number): AsyncGenerator<Line[]> {
  const order = orderOf(filter)
  let older = empty
  for (let left = most; left > 0; left -= BATCH) {
    const { rows } = await db.execute<Line & { instant: string }>(
      select(
        sql`select m.id ${whereOf(filter)} ${older} order by ${order} limit ${Math.min(left, BATCH)}`,
        order,
        raw(`, m.settled_at as "settledAt", m.created_at::text as instant`),
      ),
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(withIsoTimes)
    older = isByTime(filter)
      ? sql`and (m.created_at, m.id) < (${last.instant}::timestamptz, ${last._id})`
      : sql`and m.id < ${last._id}`
  }
}

/** Ids are in the order of time. A span of time uses the index of times, so old spans are fast too. */
const isByTime = ({ from, to }: MessageFilter) => from !== undefined || to !== undefined

const NEWEST = raw('m.id desc')
const orderOf = (filter: MessageFilter): Sql => (isByTime(filter) ? raw('m.created_at desc, m.id desc') : NEWEST)

/** The messages that match the filters. Excludes decoys, which have no recipient. */
export function whereOf(filter: MessageFilter): Sql {
  const { state, channel, notice, applicationId, userId, search, gateway, from, to } = filter
  const conditions = [
    sql`m.recipient <> ''`,
    state === undefined ? empty : sql`m.state = ${state}`,
    channel === undefined ? empty : sql`m.channel = ${channel}`,
    notice === undefined ? empty : sql`m.notice = ${notice}`,
    applicationId === undefined ? empty : sql`m.application_id = ${applicationId}`,
    userId === undefined ? empty : sql`m.user_id = ${userId}`,
    search ? holds(search) : empty,
    gateway ? sql`m.gateway = ${gateway}` : empty,
    from === undefined ? empty : sql`m.created_at >= ${from}`,
    to === undefined ? empty : sql`m.created_at < ${to}`,
  ].filter((condition) => condition !== empty)
  return sql`from messages m where ${join(conditions, ' and ')}`
}

/** The trigram index cannot find shorter texts. */
const PART_MIN_LETTERS = 3

/** Two conditions, each with a trigram index. Phone numbers are found in any notation. */
function holds(search: string): Sql {
  if ([...search].length < PART_MIN_LETTERS) return sql`m.recipient ilike ${likeStart(search)}`
  const recipient = likePart(phoneDigits(search) ?? search)
  return sql`(m.recipient ilike ${recipient} or (m.reason <> '' and m.reason ilike ${likePart(search)}))`
}

type Detail = Output<typeof readMessage>
type Read = Omit<Detail, 'refusal'> & { isBusy: boolean }

/** @throws AppError not_found */
export async function readOneMessage(db: Db | Tx, id: string): Promise<Detail> {
  const own = raw(`, m.subject, m.body, m.template, m.settled_at as "settledAt", o.not_after as "usefulUntil",
    case when o.state = 'ready' and not ${BUSY} then o.run_at end as "nextTryAt", o.state = 'ready' and ${BUSY} as "isBusy",
    coalesce((select json_agg(json_build_object('number', d.number, 'at', to_json(d.at at time zone 'utc')#>>'{}' || 'Z',
      'gateway', d.gateway, 'isSuccess', d.is_success, 'answer', d.answer, 'tookMs', d.took_ms) order by d.number)
      from delivery_attempts d where d.outbox_id = m.id), '[]') as tries`)
  const { rows } = await db.execute<Read>(
    select(sql`select m.id from messages m where m.id = ${id} and m.recipient <> ''`, NEWEST, own),
  )
  const [message] = rows
  if (message === undefined) throw new AppError('not_found')
  const { isBusy, ...shown } = withIsoTimes(message)
  return { ...shown, refusal: message.resend === null ? refusalOf(message.notice as NoticeName, isBusy) : '' }
}

function refusalOf(notice: NoticeName, isBusy: boolean): string {
  if (isBusy) return NOT_RESENT.busy
  return NOT_RESENT[NOTICES[notice].needs ?? 'gone']
}

/**
 * A server has claimed the message and has not stored the outcome yet. Making it due now would send it twice. Every
 * finished attempt has its own line.
 */
export const BUSY = `(o.attempts > 0 and not exists (
  select 1 from delivery_attempts d where d.outbox_id = o.id and d.number = o.attempts))`

/** Its content is still stored, so it can be sent. */
export const KEPT = `(o.payload is not null and coalesce(o.not_after > now(), true))`

function select(ids: Sql, order: Sql, more: Sql = empty): Sql {
  return sql`
    with found as materialized (${ids})
    select m.id as "_id", m.created_at as "createdAt", m.channel, m.notice, m.language, m.recipient, m.state, m.gateway, m.reason,
      case when u.id is not null then json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) end as person,
      case when a.id is not null then json_build_object('_id', a.id, 'name', a.name) end as application,
      case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client,
      (select count(*)::int from delivery_attempts d where d.outbox_id = m.id) as attempts,
      ${raw(`case
        when m.state = 'failed' and o.state = 'dead' and ${KEPT} then 'again'
        when m.state = 'sent' and o.state = 'done' and not m.has_secret and ${KEPT} then 'anew'
        when m.state = 'waiting' and o.state = 'ready' and ${KEPT} and not ${BUSY} then 'now' end`)} as resend ${more}
    from found join messages m on m.id = found.id
      left join users u on u.id = m.user_id left join applications a on a.id = m.application_id
      left join clients c on c.id = m.client_id left join outbox o on o.id = m.id
    order by ${order}`
}
