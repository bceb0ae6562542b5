import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import type { listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { nameOfActor, nameOrGone } from '../../../audit/actor-names.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { askedOf } from './deciders.ts'
import { withDeciderLack } from './lacks-decider.ts'
import { type MatrixSteps, readMatrixSteps } from './matrix-steps.ts'
import { withSteps } from './with-steps.ts'

export type ListDeps = Pick<Deps, 'db' | 'matrices'>

/** Requests `r` of people `u` and for applications `a` that are not deleted; a condition may follow. */
export const LISTED_REQUESTS = sql`from access_requests r
  join users u on u.id = r.user_id and u.deleted_at is null
  join applications a on a.id = r.application_id and a.deleted_at is null
  where true`

/** Those that wait for a decision. */
export const WAITING_REQUESTS = sql`${LISTED_REQUESTS} and r.state = 'waiting'`

/** SQL: who asked for and withdrew a request in the place of its person. A withdrawal is no decision. */
export const actorsOfRequest = (request: string): string => `${nameOrGone(`${request}.requested_by`)} as "requestedBy",
  ${nameOrGone(`case when ${request}.state = 'withdrawn' then ${request}.decided_by end`)} as "withdrawnBy"`

/** SQL: the approvals of single steps of a request, the oldest first. Whether each counts is known only while the request waits. */
export const stepApprovalsOf = (
  request: string,
) => `(select coalesce(json_agg(json_build_object('_id', p.id, 'step', p.step, 'of', p.steps,
    'by', coalesce(${nameOfActor('p.approved_by')}, ''), 'onBehalfOf', coalesce(${nameOfActor('p.on_behalf_of')}, ''),
    'byRole', p.row_role, 'version', p.version, 'role', p.role, 'lastDay', p.last_day, 'answer', p.answer, 'at', p.created_at,
    'counts', true) order by p.created_at, p.id), '[]')
  from access_request_approvals p where p.request_id = ${request}.id)`

/** The requests as the console lists them. */
export function listPageOfRequests(
  deps: ListDeps,
  { userId: decider, permissions }: { userId: string; permissions: readonly string[] },
  { state = 'waiting', requestId, userId, applicationId, ...paging }: Input<typeof listAccessRequests>,
): Promise<Page<AccessRequest>> {
  const which = sql`${requestId === undefined ? sql`and r.state = ${state}` : sql`and r.id = ${requestId}`}
    ${userId === undefined ? empty : sql`and r.user_id = ${userId}`}
    ${applicationId === undefined ? empty : sql`and r.application_id = ${applicationId}`}`
  const mayDecide = sql`r.state = 'waiting' and ${permissions.includes('users:write')} and r.requested_by is distinct from ${decider}`
  return selectPageOfRequests(deps, sql`${LISTED_REQUESTS} ${which}`, {
    ...{ areWaiting: state === 'waiting', mayDecide, ...paging },
  })
}

type Listing = {
  /** The oldest first, otherwise the newest. */
  areWaiting: boolean
  /** SQL: whether the caller may decide about the request `r` for the application `a`. */
  mayDecide: Sql
  /** Of all requests in question; left out: read for those of the page. */
  steps?: ReadonlyMap<string, MatrixSteps>
  page?: number | undefined
  pageSize?: number | undefined
}

type Listed = Omit<AccessRequest, 'steps' | 'progress' | 'lacksDecider'> & { excluded: (string | null)[] }

/** @param where `LISTED_REQUESTS` with conditions */
export async function selectPageOfRequests(
  deps: ListDeps,
  where: Sql,
  { areWaiting, mayDecide, page = 0, pageSize = DEFAULT_PAGE_SIZE, ...known }: Listing,
): Promise<Page<AccessRequest>> {
  const { db } = deps
  const order = areWaiting ? sql`order by r.id` : sql`order by r.id desc`
  const found = sql`select r.id ${where} ${order} limit ${pageSize} offset ${page * pageSize}`
  const steps = known.steps ?? (await readMatrixSteps(deps, db, sql`r.id in (${found})`))
  const [listed, counted] = await Promise.all([
    db.execute<Listed>(sql`
      with found as materialized (select r.id, row_number() over () as place from (${found}) r)
      select r.id as "_id", json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}, 'email', u.email,
          'isActive', u.is_active) as person,
        json_build_object('_id', a.id, 'name', a.name) as application,
        case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client,
        ${raw(actorsOfRequest('r'))}, r.reason, r.last_day::text as "lastDay", r.state, ${askedOf(steps)} as "askedOf", r.created_at as "createdAt", r.decided_at as "decidedAt",
        ${raw(nameOfActor("case when r.state <> 'withdrawn' then r.decided_by end"))} as "decidedBy", r.role, r.answer,
        array[r.user_id, r.requested_by] as excluded, ${raw(stepApprovalsOf('r'))} as approvals, (${mayDecide}) as "mayDecide"
      from found join access_requests r on r.id = found.id join users u on u.id = r.user_id
        join applications a on a.id = r.application_id left join clients c on c.id = r.client_id
      order by found.place`),
    db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${where} limit ${COUNTED_MAX_ROWS + 1}) counted`,
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return {
    rows: (await withDeciderLack(db, listed.rows)).map((row) => withSteps(withIsoTimes(row), steps.get(row._id))),
    ...{ total, isEstimate: total > COUNTED_MAX_ROWS },
  }
}
