import sql, { join, type Sql } from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Executor } from '../db/database.ts'
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
  update outbox_lanes set alarmed_at = now()
  where alarmed_at is null and failures >= ${FAILURES} and failing_since <= now() - make_interval(mins => ${MINUTES})`
const WORKING = sql`
  update outbox_lanes set alarmed_at = null where alarmed_at is not null and failures = 0`

/**
 * Reports once that a lane keeps failing, and once that it works again: in the log, in the audit, and by email to the
 * owners of the gateway or, where none is active, to the administrators who may change messages, through any gateway that
 * works. The conditional update lets only one server report it.
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
    const { rows } = await tx.execute<{ failures: number; since: Date | null }>(sql`
      ${isWorking ? WORKING : FAILING} and lane = ${lane} returning failures, failing_since as since`)
    const [changed] = rows
    if (changed === undefined) return null
    await recordAudit(tx, {
      event: isWorking ? 'messages.gateway-working' : 'messages.gateway-failing',
      detail: { name, lane, ...(isWorking ? {} : { failures: changed.failures, since: changed.since?.toISOString() }) },
    })
    const owners = await findGatewayOwners(tx, lane)
    for (const id of owners.length > 0 ? owners : await administratorsWith(tx, 'messages:write'))
      await notify(deps, tx, isWorking ? 'gateway-working' : 'gateway-failing', id, {
        scope: { applicationId: null, clientId: null },
        values: { gateway: name, failures: changed.failures },
        ...(!isWorking && { avoids: lane }),
      })
    return { name, ...changed }
  })
  if (alarm === null) return
  const { name: gateway, failures, since } = alarm
  if (isWorking) deps.log.info({ lane, gateway }, 'a gateway works again')
  else deps.log.error({ lane, gateway, failures, since }, 'a gateway keeps failing')
  deps.outbox.wake()
}

/** Whether a message about what fails reaches nobody: each mail server that it may go by keeps failing, the portal's own one included. */
export async function isNobodyNotified(db: Executor): Promise<boolean> {
  const general = meantFor({ applicationId: null, clientId: null })
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
