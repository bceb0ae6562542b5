import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { DEFAULT_ROUTING, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor, Tx } from '../../../db/database.ts'
import { namesCatchAll, routingOf, SHOWN_ROUTING, statesOf } from '../../../decisions/read-matrix.ts'
import { AppError } from '../../../errors.ts'

const { mode, parallel, rejection } = DEFAULT_ROUTING

/**
 * SQL: a routing with the columns of its table. A catch-all role is left out where there is none, so that drafts of former releases,
 * which do not know it, are compared rightly.
 */
const asJson = (routing: Sql): Sql => sql`coalesce(
  (select jsonb_build_object('mode', g.mode, 'parallel', g.parallel, 'rejection', g.rejection)
    || case when ${raw(namesCatchAll('g'))} then jsonb_strip_nulls(jsonb_build_object(
      'catch_all_role', g.catch_all_role, 'catch_all_client_id', g.catch_all_client_id)) else '{}' end from (${routing}) g),
  ${JSON.stringify({ mode, parallel, rejection })}::jsonb)`

/** SQL: such a routing as answers show it. */
export const shownRouting = (routing: Sql): Sql => sql`(
  select ${SHOWN_ROUTING} from jsonb_populate_record(null::approval_routings, ${routing}) g)`

/** SQL: the routing that counts in an application, as a draft keeps one. */
export const currentRouting = (applicationId: string | Sql): Sql => asJson(routingOf(applicationId))

/** SQL: what a draft `f` says about the routing, where `g.current` counts. */
export const ROUTING_STATE = sql`case when f.routing is null or f.routing = g.current then 'same'
  when f.routing_before <> g.current then 'clash' else 'changed' end`

/** The routing of an application as a draft would make it, for `readFrom`. */
export const draftRouting = (applicationId: string, draftId: string): Sql => sql`
  select s.mode, s.parallel, s.rejection, s.catch_all_role, s.catch_all_client_id from approval_drafts f
    cross join lateral jsonb_populate_record(null::approval_routings, f.routing) s
  where f.id = ${draftId} and f.routing is not null
  union all
  select g.mode, g.parallel, g.rejection, g.catch_all_role, g.catch_all_client_id from (${routingOf(applicationId)}) g
  where not exists (select from approval_drafts f where f.id = ${draftId} and f.routing is not null)`

/** What is as it counts is no change. A change keeps what it was first compared with, so that a clash stays one. */
export async function writeRouting(tx: Tx, draftId: string, applicationId: string, routing: Routing): Promise<void> {
  const { mode, parallel, rejection, catchAllRole, catchAllClientId } = routing
  const wanted =
    asJson(sql`select ${mode}::text as mode, ${parallel}::text as parallel, ${rejection}::text as rejection,
    ${catchAllRole}::text as catch_all_role, ${catchAllClientId}::uuid as catch_all_client_id`)
  await tx.execute(sql`
    update approval_drafts f set routing = case when ${wanted} <> g.current then ${wanted} end,
      routing_before = case when ${wanted} <> g.current then coalesce(f.routing_before, g.current) end
    from (select ${currentRouting(applicationId)} as current) g where f.id = ${draftId}`)
}

/** @throws AppError not_found when the draft changes no routing */
export async function undoRouting(tx: Tx, draftId: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update approval_drafts set routing = null, routing_before = null where id = ${draftId} and routing is not null`)
  if (rowCount === 0) throw new AppError('not_found')
}

/** The routing that counts was seen. @throws AppError not_found when there is no clash */
export async function keepRouting(tx: Tx, draftId: string, applicationId: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update approval_drafts f set routing_before = g.current from (select ${currentRouting(applicationId)} as current) g
    where f.id = ${draftId} and ${ROUTING_STATE} = 'clash'`)
  if (rowCount === 0) throw new AppError('not_found')
}

/** The most clients that are named. */
const CLIENTS_NAMED = 20

/**
 * The clients for which the catch-all role that a draft restores is another role now than in that version: its name was given to another
 * role meanwhile, or a client has a role of this name since then, or none any more.
 */
export async function readOtherCatchAll(
  on: Executor,
  { application, restores, routing }: Pick<DraftPage, 'application' | 'restores' | 'routing'>,
): Promise<string[]> {
  const { catchAllRole, catchAllClientId } = routing.draft
  if (restores === null || routing.state === 'same' || catchAllRole === '') return []
  const isIt = sql`lower(r.name) = lower(${catchAllRole}) and r.client_id = coalesce(${catchAllClientId}::uuid, r.client_id)`
  const { rows } = await on.execute<{ name: string }>(sql`
    with then_ as (select r.id, r.client_id from (${statesOf('application_roles', application._id, restores)}) r where ${isIt}),
      now_ as (select r.id, r.client_id from application_roles r
        where r.application_id = ${application._id} and r.deleted_at is null and ${isIt})
    select distinct c.display_name as name from then_ t full join now_ n on n.id = t.id and n.client_id = t.client_id
      join clients c on c.id = coalesce(n.client_id, t.client_id)
    where t.id is null or n.id is null order by name limit ${CLIENTS_NAMED}`)
  return rows.map(({ name }) => name)
}

type Former = { draftId: string; applicationId: string; version: number }

/** SQL: whether there still is a role that a former routing of an application names as its catch-all, for its client. */
export const isCatchAllLeft = (routing: string, applicationId: string): Sql => sql`exists (
    select from application_roles r where r.application_id = ${applicationId} and r.deleted_at is null
      and lower(r.name) = lower(${raw(routing)}.catch_all_role) and lower(r.name) <> lower(${USER_ROLE})
      and r.client_id = coalesce(${raw(routing)}.catch_all_client_id, r.client_id))`

/** Makes the routing of a draft what it was in a version, without a catch-all role that is gone. @returns whether it differs */
export async function restoreRouting(tx: Tx, { draftId, applicationId, version }: Former): Promise<boolean> {
  const former = sql`
    select s.mode, s.parallel, s.rejection, s.catch_all_client_id,
      case when ${isCatchAllLeft('s', applicationId)} then s.catch_all_role else '' end as catch_all_role
    from (${statesOf('approval_routings', applicationId, version)}) s`
  const { rowCount } = await tx.execute(sql`
    update approval_drafts f set routing = g.former, routing_before = g.current
    from (select ${asJson(former)} as former,
      ${currentRouting(applicationId)} as current) g
    where f.id = ${draftId} and g.former <> g.current`)
  return rowCount === 1
}
