import sql, { join, type Sql } from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Executor, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { administratorsWith } from './administrators.ts'
import { findGatewayOwners } from './find-owners.ts'
import { OWN_LANE, OWN_NAME } from './gateways.ts'
import { notify } from './notify.ts'
import { meantFor } from './scope.ts'

/** Neither one bad minute nor one bad message raises an alarm. */
const FAILURES = 5
const MINUTES = 5

const FAILING = sql`
  update outbox_lanes l set alarmed_at = now(), working_since = null from former
  where former.lane = l.lane and l.alarmed_at is null and l.failures >= ${FAILURES}
    and l.failing_since <= now() - make_interval(mins => ${MINUTES})`
const WORKING = sql`
  update outbox_lanes l set alarmed_at = null, working_since = now() from former
  where former.lane = l.lane and l.alarmed_at is not null and l.failures = 0`

/** One that has failed once must work for so long before its owners believe it; one that fails again and again, for longer. */
const STEADY_HOURS = 1
const STEADY_HOURS_AFTER_SEVERAL = 6

/**
 * Reports once that a lane keeps failing, and once that it works again: in the log and in the audit. That it fails also goes by email to
 * the owners of the gateway or, where none is active, to the administrators who may change messages, through any gateway that
 * works, unless they were not yet notified that it works again. The conditional update lets only one server report it.
 */
export async function reportLaneState(
  deps: Pick<Deps, 'db' | 'log' | 'outbox' | 'config'>,
  lane: string,
  isWorking: boolean,
): Promise<void> {
  const alarm = await deps.db.transaction(async (tx) => {
    const name = await nameOf(tx, lane)
    // The gateway has been deleted or deactivated since.
    if (name === null) return null
    // The lock: owners who are notified of a success at this moment must be notified of the failure, too.
    const { rows } = await tx.execute<{ failures: number; since: Date | null; isKnown: boolean }>(sql`
      with former as (select lane, working_since from outbox_lanes where lane = ${lane} for update)
      ${isWorking ? WORKING : FAILING}
      returning l.failures, l.failing_since as since, former.working_since is not null as "isKnown"`)
    const [changed] = rows
    if (changed === undefined) return null
    await recordAudit(tx, {
      event: isWorking ? 'messages.gateway-working' : 'messages.gateway-failing',
      detail: { name, lane, ...(isWorking ? {} : { failures: changed.failures, since: changed.since?.toISOString() }) },
    })
    if (!isWorking && !changed.isKnown)
      for (const id of await whoLearns(tx, lane))
        await notify(deps, tx, 'gateway-failing', id, {
          scope: EVERYWHERE,
          values: { gateway: name, failures: changed.failures },
          avoids: lane,
        })
    return { name, ...changed }
  })
  if (alarm === null) return
  const { name: gateway, failures, since } = alarm
  if (isWorking) deps.log.info({ lane, gateway }, 'a gateway works again')
  else deps.log.error({ lane, gateway, failures, since }, 'a gateway keeps failing')
  deps.outbox.wake()
}

/** Notifies those who know of its failures that a lane works again, once it has worked for so long that they can rely on it. */
export async function notifySteadyLanes(deps: Pick<Deps, 'db' | 'outbox' | 'config'>): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ lane: string; minutes: number }>(sql`
      update outbox_lanes l set working_since = null from outbox_lanes former
      where former.lane = l.lane and l.alarmed_at is null and l.failures = 0 and l.working_since <= now() - make_interval(hours =>
        case when 1 < (
          select count(*) from audit_events e
          where e.event = 'messages.gateway-failing' and e.at > l.working_since - interval '1 day' and e.detail ->> 'lane' = l.lane)
        then ${STEADY_HOURS_AFTER_SEVERAL}::int else ${STEADY_HOURS}::int end)
      returning l.lane, (extract(epoch from now() - former.working_since) / 60)::float8 as minutes`)
    for (const { lane, minutes } of rows) {
      const gateway = await nameOf(tx, lane)
      if (gateway === null) continue
      for (const id of await whoLearns(tx, lane))
        await notify(deps, tx, 'gateway-working', id, { scope: EVERYWHERE, values: { gateway }, happened: minutes })
    }
  })
  deps.outbox.wake()
}

const EVERYWHERE = { applicationId: null, clientId: null }

async function whoLearns(tx: Tx, lane: string): Promise<string[]> {
  const owners = await findGatewayOwners(tx, lane)
  return owners.length > 0 ? owners : administratorsWith(tx, 'messages:write')
}

/** Whether a message about what fails reaches nobody: each mail server that it may go by keeps failing, the portal's own one included. */
export async function isNobodyNotified(db: Executor): Promise<boolean> {
  const general = meantFor(EVERYWHERE)
  const { rows } = await db.execute<{ isSo: boolean }>(sql`
    with failing as (select lane from outbox_lanes where alarmed_at is not null)
    select ${OWN_LANE} in (select lane from failing) and not exists (
      select from email_configurations t where ${general} and 'email:' || t.id not in (select lane from failing)) as "isSo"`)
  return rows[0]?.isSo ?? false
}

type Kind = 'email' | 'sms' | 'logout' | 'webhook' | 'partner'
export type LaneAlarm = { kind: Kind; name: string; since: string }

/** The lanes that keep failing right now and whose target is in use: twenty of them, the longest failing first. */
export async function listLaneAlarms(db: Executor): Promise<LaneAlarm[]> {
  const { rows } = await db.execute<{ kind: Kind; name: string; since: Date }>(sql`
    select split_part(lane, ':', 1) as kind, name, since from ${ALARMED} order by since limit 20`)
  return rows.map(({ since, ...alarm }) => ({ ...alarm, since: since.toISOString() }))
}

const NAMES: Record<Kind, (id: string | Sql) => Sql> = {
  email: (id) =>
    sql`select host as name from email_configurations where id = ${id} and deleted_at is null and status = 'ACTIVE'`,
  sms: (id) =>
    sql`select provider_name as name from sms_configurations where id = ${id} and deleted_at is null and status = 'ACTIVE'`,
  logout: (id) => sql`
    select name from applications where id = ${id} and deleted_at is null and backchannel_logout_uri <> ''`,
  webhook: (id) => sql`select name from webhooks where id = ${id} and deleted_at is null and status = 'ACTIVE'`,
  partner: () => sql`select 'Partner portal' as name`,
}

const LANE_ID = sql`split_part(l.lane, ':', 2)::uuid`

/** The lanes that keep failing, with the name of their target. The rows of targets that are gone stay in the table. */
const ALARMED: Sql = sql`(
    select l.lane, coalesce(l.failing_since, l.alarmed_at) as since,
      case when l.lane = ${OWN_LANE} then ${OWN_NAME} else case split_part(l.lane, ':', 1)
        ${join(
          Object.entries(NAMES).map(([kind, named]) => sql`when ${kind} then (${named(LANE_ID)})`),
          ' ',
        )} end end as name
    from outbox_lanes l where l.alarmed_at is not null) as alarmed where alarmed.name is not null`

/** How many lanes of each kind keep failing whose target is in use; a row has `name` and `value`. */
export const COUNT_LANE_ALARMS: Sql = sql`
  select split_part(lane, ':', 1) as name, count(*)::int as value from ${ALARMED} group by 1`

/** The name of a lane's target for administrators; `null`: the target is deleted or inactive. */
async function nameOf(db: Executor, lane: string): Promise<string | null> {
  if (lane === OWN_LANE) return OWN_NAME
  const [kind = '', id = ''] = lane.split(':')
  const { rows } = await db.execute<{ name: string }>(NAMES[kind as Kind](id))
  return rows[0]?.name ?? null
}
