import type { GatewayHealth, messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import { MESSAGES_COUNTED_MAX } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import sql, { raw } from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { OWN_LANE, OWN_NAME, unreadableLanes } from '../../notifications/gateways.ts'
import { isNobodyNotified, listLaneAlarms } from '../../notifications/lane-alarm.ts'
import { isPaused } from '../../outbox/is-paused.ts'
import { withIsoTimes } from '../engine/list.ts'

/** The alarms and counts of the overview. Requested often, so counts stop at the number that the screen can show. */
export async function readOverview({ db }: Pick<Deps, 'db'>): Promise<Output<typeof messagesOverview>> {
  const { rows } = await db.execute<{
    waiting: number
    failed: number
    oldestWaitingAt: Date | null
    failedCalls: number
  }>(sql`
    select
      (select count(*)::int from (
        select 1 from messages where state = 'waiting' and recipient <> '' limit ${MESSAGES_COUNTED_MAX}) as w) as waiting,
      (select count(*)::int from (
        select 1 from messages where state = 'failed' and id > ${firstIdOf(Date.now() - 2 * DAY_MS)}::uuid
          and recipient <> '' and settled_at > now() - interval '24 hours'
        limit ${MESSAGES_COUNTED_MAX}) as f) as failed,
      (select created_at from messages where state = 'waiting' and recipient <> '' order by id limit 1) as "oldestWaitingAt",
      (select count(*)::int from (
        select 1 from outbox where kind in ('partner', 'logout') and state <> 'done' and state = 'dead'
          and settled_at > now() - interval '24 hours'
        limit ${MESSAGES_COUNTED_MAX}) as c) as "failedCalls"`)
  const { waiting = 0, failed = 0, oldestWaitingAt = null, failedCalls = 0 } = rows[0] ?? {}
  return {
    waiting,
    failed,
    oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
    failedCalls,
    alarms: await listLaneAlarms(db),
    isNobodyNotified: await isNobodyNotified(db),
  }
}

const DAY_MS = 86_400_000

/** The smallest id of a moment, because ids begin with their time. Messages fail within hours, so the index skips old failures. */
export function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** All gateways with their current state. The deployment's own mail server comes last. */
export async function readGatewayHealth({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<GatewayHealth[]> {
  const unreadable = await unreadableLanes(db, keys.seal)
  const { rows } = await db.execute<GatewayHealth>(sql`
    with gateway as (
      ${raw(configured('email', 't.host'))} union all ${raw(configured('sms', 't.provider_name'))}
      union all select null, 'email', ${OWN_LANE}, ${OWN_NAME}, null, null, true, 2, now()),
    delivered as (
      select (select o.lane from outbox o where o.id = newest.outbox_id) as lane, count(*)::int as sent
      from (
        select outbox_id from delivery_attempts where at > now() - interval '1 hour' and is_success
        order by at desc limit ${MESSAGES_COUNTED_MAX}) as newest
      group by lane)
    select g.id as "_id", g.channel, g.name, g."isActive", coalesce(l.failures, 0) as failures,
      g.lane = any(${unreadable}) as "isUnreadable",
      case when ${isPaused('l.paused_until')} and g.id is not null then l.paused_until end as "pausedUntil", coalesce(delivered.sent, 0) as sent,
      (select count(*)::int from (
        select 1 from outbox o where o.state = 'ready' and o.lane = g.lane limit ${MESSAGES_COUNTED_MAX}) as w) as waiting,
      case when a.id is not null then json_build_object('_id', a.id, 'name', a.name) end as application,
      case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client
    from gateway g left join outbox_lanes l on l.lane = g.lane left join delivered on delivered.lane = g.lane
      left join applications a on a.id = g.application_id left join clients c on c.id = g.client_id
    order by g.place, g.created_at, g.id`)
  return rows.map(withIsoTimes)
}

const configured = (channel: 'email' | 'sms', name: string) => `
  select t.id, '${channel}' as channel, '${channel}:' || t.id as lane, ${name} as name, t.application_id, t.client_id,
    t.status = 'ACTIVE' as "isActive", ${channel === 'email' ? 1 : 3} as place, t.created_at
  from ${channel}_configurations t where t.deleted_at is null`
