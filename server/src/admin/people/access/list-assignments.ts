import {
  type AccessExplanation,
  type Assignment,
  EXPLAINED_MAX,
  type listAssignments,
} from '@gatehouse/contract/admin/people/assignments.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { HAS_ADDRESS, IS_PERSON_ACTIVE, isActive, OPEN_ASSIGNMENTS } from '../../../access/launch-rule.ts'
import { nameOfActor, nameOrGone } from '../../../audit/actor-names.ts'
import type { Db } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { isCurrent } from '../../../db/is-current.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../../identity/actor.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { stepApprovalsOf } from '../access-requests/list.ts'

type Query = Input<typeof listAssignments>
type Filter = Omit<Query, 'page' | 'pageSize'>
type Reader = Pick<Caller, 'permissions'>

/** One page of assignments; what belongs to somebody or something deleted is not listed. */
export async function listPageOfAssignments(
  db: Db,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE, ...filter }: Query,
  reader: Reader,
): Promise<Page<Assignment>> {
  const where = whereOf(filter)
  const [rows, counted] = await Promise.all([
    select(db, reader, sql`${where} ${orderOf(filter)} limit ${pageSize} offset ${page * pageSize}`),
    db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${where} limit ${COUNTED_MAX_ROWS + 1}) counted`,
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { rows, total, isEstimate: total > COUNTED_MAX_ROWS }
}

/** @throws AppError not_found for a person or an application that is not there */
export async function explainAccessOf(
  db: Db,
  { userId, applicationId }: { userId: string; applicationId: string },
  reader: Reader,
): Promise<AccessExplanation> {
  const filter = { userId, applicationId }
  const [facts, assignments] = await Promise.all([
    db.execute<Omit<AccessExplanation, 'assignments'>>(sql`
      select json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}, 'isActive', u.is_active) as person,
        json_build_object('_id', a.id, 'name', a.name, 'status', a.status, 'isActive', ${raw(isActive('a'))},
          'hasAddress', ${raw(HAS_ADDRESS)}) as application,
        array(select c.display_name from self_registrations o join clients c on c.id = o.client_id and ${raw(isActive('c'))}
          where o.application_id = a.id and o.enabled order by lower(c.display_name) limit ${EXPLAINED_MAX}) as "registrationClients"
      from users u, applications a
      where u.id = ${userId} and u.deleted_at is null and a.id = ${applicationId} and a.deleted_at is null`),
    select(db, reader, sql`${whereOf(filter)} ${orderOf(filter)} limit ${EXPLAINED_MAX}`),
  ])
  const [found] = facts.rows
  if (found === undefined) throw new AppError('not_found')
  return { ...found, assignments }
}

/** The assignments of a person to some applications, with the names of those who gave them. */
export async function readAssignmentsTo(db: Db, userId: string, applicationIds: string[]): Promise<Assignment[]> {
  const filter = { userId }
  const found = sql`${whereOf(filter)} and g.application_id = any(${applicationIds}::uuid[]) ${orderOf(filter)}`
  return select(db, { permissions: ['audit:read'] }, found)
}

function whereOf({ userId, applicationId, clientId }: Filter): Sql {
  const conditions = [sql`true`]
  if (userId !== undefined) conditions.push(sql`g.user_id = ${userId}`)
  if (applicationId !== undefined) conditions.push(sql`g.application_id = ${applicationId}`)
  if (clientId !== undefined) conditions.push(sql`g.client_id = ${clientId}`)
  return sql`from assignments g join users u on u.id = g.user_id and u.deleted_at is null
    join applications p on p.id = g.application_id and p.deleted_at is null
    join clients o on o.id = g.client_id and o.deleted_at is null
    where ${join(conditions, ' and ')}`
}

/** A person has few; the people of an application or a client are read along an index, the newest first. */
function orderOf({ userId }: Filter): Sql {
  if (userId !== undefined) return sql`order by lower(p.name), lower(o.display_name), g.id`
  return sql`order by g.user_id desc, g.application_id, g.client_id`
}

/** The rule of access itself, asked of the assignment `g`. */
const OPEN = `${IS_PERSON_ACTIVE} and exists (select 1 from ${OPEN_ASSIGNMENTS} where s.id = g.id`

/**
 * An assignment and its line of the audit are written in one transaction and have its time. A later change of the role
 * writes another line.
 */
export const ORIGIN = `left join lateral (
  select e.event, e.actor_id from audit_events e
  where e.at = g.created_at and e.subject_id = g.user_id and e.event in ('users.application-assigned', 'registration.assigned')
    and e.detail->>'applicationId' = g.application_id::text and e.detail->>'clientId' = g.client_id::text
  limit 1) origin on true left join users by on by.id = origin.actor_id and origin.event like 'users.%'
  left join service_accounts machine on machine.id = origin.actor_id and origin.event like 'users.%'`

/** The account was made by an invitation in the same transaction. */
const IS_INVITED = `exists (
  select from audit_events e where e.at = g.created_at and e.subject_id = g.user_id
    and e.event = 'registration.completed' and e.detail ? 'invitationId')`

/** The newest request that the assignment `g` fulfils: not one that led to a former assignment of the same. */
export const FULFILLED_REQUEST = `left join lateral (
  select q.* from access_requests q
  where q.user_id = g.user_id and q.application_id = g.application_id and q.client_id = g.client_id
    and q.state = 'approved' and q.decided_at >= g.created_at
  order by q.id desc limit 1) asked on true`

/** Everything is looked up for the rows of the page alone. */
async function select(db: Db, { permissions }: Reader, found: Sql): Promise<Assignment[]> {
  const { rows } = await db.execute<Assignment>(sql`
    with found as materialized (select g.id, row_number() over () as place from (select g.id ${found}) g)
    select g.id as "_id", g.role, g.created_at as "assignedAt", g.valid_from as "validFrom", g.valid_until as "validUntil",
      ${raw(isCurrent('g'))} as "isCurrent",
      json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}, 'email', u.email, 'isActive', u.is_active) as person,
      json_build_object('_id', a.id, 'name', a.name, 'status', a.status, 'hasAddress', ${raw(HAS_ADDRESS)}) as application,
      json_build_object('_id', c.id, 'name', c.display_name, 'status', c.status) as client,
      case when origin.event = 'registration.assigned' then 'registration' when origin.event is null then 'unknown'
        when ${raw(IS_INVITED)} then 'invitation' else 'administrator' end as "assignedBy",
      case when ${permissions.includes('audit:read')} then coalesce(${raw(fullNameIn('by'))}, machine.name, '') else '' end
        as administrator,
      case when asked.id is not null then json_build_object('_id', asked.id, 'reason', asked.reason,
        'requestedBy', ${raw(nameOrGone('asked.requested_by'))},
        'askedAt', asked.created_at, 'decidedBy', ${raw(nameOfActor('asked.decided_by'))},
        'decidedAt', asked.decided_at, 'answer', asked.answer, 'approvals', ${raw(stepApprovalsOf('asked'))}) end as request,
      ${raw(`${OPEN} and ${HAS_ADDRESS})`)} as "canOpen", ${raw(`${OPEN})`)} as "canSignIn"
    from found join assignments g on g.id = found.id join users u on u.id = g.user_id
      join applications a on a.id = g.application_id join clients c on c.id = g.client_id ${raw(ORIGIN)}
      ${raw(FULFILLED_REQUEST)}
    order by found.place`)
  return rows.map(withIsoTimes)
}
