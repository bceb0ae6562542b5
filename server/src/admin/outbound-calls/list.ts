import type { Call, listCalls, readCall } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { NOT_CALLED_AGAIN } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isPaused } from '../../outbox/is-paused.ts'
import { PARTNER_NAME } from '../../partner/deliver-call.ts'
import { type PartnerContent, readContent } from '../../partner/partner-content.ts'
import { withIsoTimes } from '../engine/list.ts'
import { BUSY } from '../messages/list.ts'

type Query = Input<typeof listCalls>
export type CallFilter = Omit<Query, 'page' | 'pageSize'>
type Reader = Pick<Deps, 'outbox'>

/** A page of calls to other systems, newest first. */
export async function listPageOfCalls(
  { outbox }: Reader,
  db: Db,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE, ...filter }: Query,
): Promise<Page<Call>> {
  const first = page * pageSize
  const enough = Math.max(COUNTED_MAX_ROWS + 1, first + pageSize)
  const matching = await db.execute<{ total: number; ids: string[] }>(sql`
    with matching as (select o.id, o.created_at ${whereOf(filter)} order by o.created_at desc, o.id desc limit ${enough})
    select count(*)::int as total,
      coalesce((array_agg(id order by created_at desc, id desc))[${first + 1}::int:${first + pageSize}::int], '{}') as ids
    from matching`)
  const { total = 0, ids = [] } = matching.rows[0] ?? {}
  const { rows } = await db.execute<Found>(select(sql`select unnest(${ids}::uuid[]) as id`))
  const calls = await Promise.all(rows.map((row) => toCall(outbox, row)))
  return { rows: calls.map(({ call }) => call), total, isEstimate: total > COUNTED_MAX_ROWS }
}

const STATES = { waiting: 'ready', sent: 'done', failed: 'dead' } as const

/** @param filter each condition has an index that returns the newest first, or only few rows */
export function whereOf({ state, to, applicationId, userId }: CallFilter): Sql {
  const conditions = [
    sql`o.kind in ('partner', 'logout')`,
    to === undefined ? empty : sql`o.kind = ${to === 'partner' ? 'partner' : 'logout'}`,
    state === undefined ? empty : sql`o.state = ${STATES[state]}`,
    state === 'waiting' || state === 'failed' ? sql`o.state <> 'done'` : empty,
    applicationId === undefined ? empty : sql`o.application_id = ${applicationId}`,
    userId === undefined
      ? empty
      : sql`o.id in (select id from outbox where user_id = ${userId}
          union all select l.id from outbox l join sessions s on s.id = l.session_id where s.user_id = ${userId} and l.acting_id is null
          union all select l.id from outbox l join actings x on x.id = l.acting_id where x.user_id = ${userId})`,
  ].filter((condition) => condition !== empty)
  return sql`from outbox o where ${join(conditions, ' and ')}`
}

/** @throws AppError not_found */
export async function readOneCall({ outbox }: Reader, db: Db | Tx, id: string): Promise<Output<typeof readCall>> {
  const own = sql`, o.settled_at as "settledAt",
    case when o.state = 'ready' and not ${raw(BUSY)} then
      greatest(o.run_at, (select l.paused_until from outbox_lanes l where l.lane = o.lane and o.priority > 0 and ${isPaused('l.paused_until')})) end as "nextTryAt",
    coalesce((select json_agg(json_build_object('number', d.number, 'at', to_json(d.at at time zone 'utc')#>>'{}' || 'Z',
      'gateway', d.gateway, 'isSuccess', d.is_success, 'answer', d.answer, 'tookMs', d.took_ms) order by d.number)
      from delivery_attempts d where d.outbox_id = o.id), '[]') as tries`
  type Detail = Found & Pick<Output<typeof readCall>, 'settledAt' | 'nextTryAt' | 'tries'>
  const which = sql`select o.id from outbox o where o.id = ${id} and o.kind in ('partner', 'logout')`
  const { rows } = await db.execute<Detail>(select(which, own))
  if (rows[0] === undefined) throw new AppError('not_found')
  const { settledAt, nextTryAt, tries, ...row } = withIsoTimes(rows[0])
  const { call, said } = await toCall(outbox, row)
  const refusal = row.obstacle === null ? '' : NOT_CALLED_AGAIN[row.obstacle]
  return { ...call, settledAt, nextTryAt, tries, said, refusal }
}

type Found = Omit<Call, 'kind' | 'resend'> & {
  payload: Buffer | null
  lineKind: 'partner' | 'logout'
  obstacle: keyof typeof NOT_CALLED_AGAIN | null
}

async function toCall(outbox: Deps['outbox'], row: Found) {
  const { payload, lineKind, obstacle, ...facts } = withIsoTimes(row)
  const isSettled = facts.state === 'failed'
  const resend = obstacle !== null ? null : isSettled ? ('again' as const) : ('now' as const)
  if (lineKind === 'logout' || payload === null)
    return {
      call: { ...facts, kind: lineKind === 'logout' ? ('logout' as const) : ('assigned' as const), resend },
      said: [],
    }
  const { change, call } = readContent((await outbox.read(facts._id, payload)) as PartnerContent)
  const said = Object.entries(call).map(([field, value]) => ({ field, value }))
  return { call: { ...facts, kind: change, resend }, said }
}

/** A newer call about the same person, application and client replaces it. */
const OUTDATED = raw(`exists (select 1 from outbox n where n.kind = 'partner' and n.user_id = o.user_id
  and n.application_id = o.application_id and n.client_id = o.client_id and (n.created_at, n.id) > (o.created_at, o.id))`)
const BEHIND = raw(`exists (select 1 from outbox e where e.user_id = o.user_id and e.state = 'ready'
  and (e.created_at, e.id) < (o.created_at, o.id))`)

/** It failed and can be retried. */
export const CAN_GO_AGAIN = sql`o.kind in ('partner', 'logout') and o.state = 'dead' and o.state <> 'done' and not ${OUTDATED}
  and (o.kind = 'logout' or o.payload is not null)`

/** It waits and can be retried now. */
export const CAN_GO_NOW = sql`o.kind in ('partner', 'logout') and o.state = 'ready' and not ${raw(BUSY)} and not ${BEHIND}`

function select(ids: Sql, more: Sql = empty): Sql {
  return sql`
    with found as materialized (${ids})
    select o.id as "_id", o.created_at as "createdAt", o.kind as "lineKind", o.payload,
      case when u.id is not null then json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) end as person,
      case when a.id is not null then json_build_object('_id', a.id, 'name', a.name) end as application,
      case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client,
      case when o.kind = 'partner' then ${PARTNER_NAME} else coalesce(
        (select d.gateway from delivery_attempts d where d.outbox_id = o.id and d.gateway <> '' order by d.number desc limit 1),
        substring(a.backchannel_logout_uri from '://([^/?#]+)'), '') end as target,
      case when x.ended_at <= o.created_at then 'acting' when x.id is null and s.ended_at is not null then s.end_reason end as "endReason",
      case o.state when 'ready' then 'waiting' when 'done' then 'sent' else 'failed' end as state,
      (select count(*)::int from delivery_attempts d where d.outbox_id = o.id) as attempts,
      coalesce(o.last_error, '') as reason,
      case when o.state = 'done' then 'sent'
        when o.state = 'dead' and ${OUTDATED} then 'outdated'
        when o.state = 'ready' and ${raw(BUSY)} then 'busy'
        when o.state = 'ready' and ${BEHIND} then 'behind' end as obstacle ${more}
    from found join outbox o on o.id = found.id
      left join sessions s on s.id = o.session_id left join actings x on x.id = o.acting_id
      left join users u on u.id = coalesce(o.user_id, x.user_id, s.user_id)
      left join applications a on a.id = o.application_id left join clients c on c.id = o.client_id
    order by o.created_at desc, o.id desc`
}
