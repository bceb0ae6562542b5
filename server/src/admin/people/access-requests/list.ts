import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import type { listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Db } from '../../../db/database.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { ASKED_OF } from './deciders.ts'

/** Requests `r` of people `u` and for applications `a` that are not deleted; a condition may follow. */
export const LISTED_REQUESTS = sql`from access_requests r
  join users u on u.id = r.user_id and u.deleted_at is null
  join applications a on a.id = r.application_id and a.deleted_at is null
  where true`

/** Those that wait for a decision. */
export const WAITING_REQUESTS = sql`${LISTED_REQUESTS} and r.state = 'waiting'`

/** The requests as the console lists them. */
export function listPageOfRequests(
  db: Db,
  { state = 'waiting', requestId, userId, applicationId, ...paging }: Input<typeof listAccessRequests>,
): Promise<Page<AccessRequest>> {
  const which = sql`${requestId === undefined ? sql`and r.state = ${state}` : sql`and r.id = ${requestId}`}
    ${userId === undefined ? empty : sql`and r.user_id = ${userId}`}
    ${applicationId === undefined ? empty : sql`and r.application_id = ${applicationId}`}`
  return selectPageOfRequests(db, sql`${LISTED_REQUESTS} ${which}`, { areWaiting: state === 'waiting', ...paging })
}

type Paging = {
  /** The oldest first, otherwise the newest. */
  areWaiting: boolean
  page?: number | undefined
  pageSize?: number | undefined
}

/** @param where `LISTED_REQUESTS` with conditions */
export async function selectPageOfRequests(
  db: Db,
  where: Sql,
  { areWaiting, page = 0, pageSize = DEFAULT_PAGE_SIZE }: Paging,
): Promise<Page<AccessRequest>> {
  const order = areWaiting ? sql`order by r.id` : sql`order by r.id desc`
  const [listed, counted] = await Promise.all([
    db.execute<AccessRequest>(sql`
      with found as materialized (
        select r.id, row_number() over () as place
        from (select r.id ${where} ${order} limit ${pageSize} offset ${page * pageSize}) r)
      select r.id as "_id", json_build_object('_id', u.id, 'name', u.first_name || ' ' || u.last_name, 'email', u.email,
          'isActive', u.is_active) as person,
        json_build_object('_id', a.id, 'name', a.name) as application,
        case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client,
        r.reason, r.last_day::text as "lastDay", r.state, ${raw(ASKED_OF)} as "askedOf", r.created_at as "createdAt", r.decided_at as "decidedAt",
        coalesce(${raw(nameOfActor('r.decided_by'))}, '') as "decidedBy", r.role, r.answer
      from found join access_requests r on r.id = found.id join users u on u.id = r.user_id
        join applications a on a.id = r.application_id left join clients c on c.id = r.client_id
      order by found.place`),
    db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${where} limit ${COUNTED_MAX_ROWS + 1}) counted`,
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { rows: listed.rows.map(withIsoTimes), total, isEstimate: total > COUNTED_MAX_ROWS }
}
