import type { AccessRequest, ASKED_OF } from '@gatehouse/contract/access-requests.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import {
  type approveOwnedRequest,
  CHOICES_MAX,
  type declineOwnedRequest,
  type listOwnedRequests,
  type OwnedRequestChoice,
} from '@gatehouse/contract/owned-requests.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { isActive } from '../../../access/launch-rule.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { requireSignInOf } from '../../../factors/require-sign-in.ts'
import type { Person } from '../../../identity/actor.ts'
import type { Notifier } from '../../../notifications/notify.ts'
import { requireMayTouch } from '../../engine/guard/guard.ts'
import { approveStep } from './approve-step.ts'
import { approveRequest, declineRequest } from './decide.ts'
import { isAskedInSteps, requestDecided } from './decided.ts'
import { decidersBy } from './deciders.ts'
import { LISTED_REQUESTS, type ListDeps, selectPageOfRequests } from './list.ts'
import { lockDecision } from './lock-decision.ts'
import { type MatrixSteps, readMatrixSteps, type WithMatrices } from './matrix-steps.ts'

/** Who decides without a permission, and from where. */
export type ByDecider = { person: Person; ip: string }

/**
 * Whether somebody decides about the request `r` for the application `a`, as an owner, contact or approver. PostgreSQL looks for
 * this person alone; `in` would find everybody who decides, for each request that is counted.
 */
const isOwn = (userId: string, steps: ReadonlyMap<string, MatrixSteps>): Sql =>
  sql`exists (select from ${decidersBy(steps)} d where d.id = ${userId})`

/** Whoever approved a step reads the request also when others decide next, or it is decided. */
const approvedStep = (userId: string): Sql =>
  sql`exists (select from access_request_approvals p where p.request_id = r.id and p.approved_by = ${userId})`

/** Requests for which somebody may be asked where a matrix decides: they own the application, or open it for the client. */
const mayConcern = (userId: string): Sql => sql`(
  exists (select from assignments s where s.user_id = ${userId} and s.application_id = r.application_id and s.client_id = r.client_id)
  or exists (select from application_owners o where o.application_id = r.application_id and o.user_id = ${userId}))`

/** The requests about which somebody decides, and those that are decided. */
export async function listPageOfOwned(
  deps: ListDeps,
  userId: string,
  { state = 'waiting', requestId, ...paging }: Input<typeof listOwnedRequests>,
): Promise<Page<AccessRequest>> {
  const areWaiting = state === 'waiting'
  const inState = areWaiting ? sql`r.state = 'waiting'` : sql`r.state in ('approved', 'declined')`
  const which = requestId === undefined ? inState : sql`r.id = ${requestId}`
  const steps = await readMatrixSteps(deps, deps.db, sql`${which} and ${mayConcern(userId)}`)
  const own = isOwn(userId, steps)
  // A decided request has no steps any more, which would make it one of the owners.
  const wasOwn = isOwn(userId, new Map())
  const took = approvedStep(userId)
  const decided = sql`(${took} or case when a.request_rule = 'matrix' then r.state <> 'withdrawn' and r.decided_by = ${userId} else ${wasOwn} end)`
  const listed = sql`(case when r.state = 'waiting' then ${own}${requestId === undefined ? sql`` : sql` or ${took}`} else ${decided} end)`
  return selectPageOfRequests(deps, sql`${LISTED_REQUESTS} and ${which} and ${listed}`, {
    ...{ areWaiting, steps, mayDecide: sql`r.state = 'waiting' and ${own}`, ...paging },
  })
}

/**
 * What may be given to a request that waits: the client that was asked for, or any with roles in the application; never one for
 * which the application is assigned already, because whoever decides changes and ends nothing. After the first step of a matrix it is
 * the role that this one approved.
 */
export async function readChoices(
  deps: WithMatrices,
  db: Db | Tx,
  userId: string,
  requestId: string,
): Promise<OwnedRequestChoice[]> {
  const steps = await readMatrixSteps(deps, db, sql`r.id = ${requestId}`)
  const given = steps.get(requestId)?.given ?? null
  const { rows } = await db.execute<OwnedRequestChoice & { asked: (typeof ASKED_OF)[number] }>(sql`
    with own as (select r.user_id, r.application_id, r.client_id,
        (select d.role from ${decidersBy(steps)} d where d.id = ${userId} limit 1) as asked
      ${LISTED_REQUESTS} and r.id = ${requestId} and r.state = 'waiting' and ${isOwn(userId, steps)})
    select c.id as "_id", c.display_name as name, array_agg(x.name order by lower(x.name)) as roles, own.asked
    from own join application_roles x on x.application_id = own.application_id and x.deleted_at is null
      join clients c on c.id = x.client_id and ${raw(isActive('c'))} and (own.client_id is null or own.client_id = c.id)
        and not exists (select from assignments s
          where s.user_id = own.user_id and s.application_id = own.application_id and s.client_id = c.id)
    group by c.id, own.asked order by lower(c.display_name), c.id limit ${CHOICES_MAX}`)
  return rows.map(({ asked, roles, ...client }) => ({
    ...client,
    roles: asked === 'matrix' && given !== null ? roles.filter((role) => role === given.role) : roles,
  }))
}

/**
 * Approves a request as an owner of its application, a contact of its client or, for one step, an approver of its matrix: by the
 * function of the console, and judged by the same guard.
 *
 * @returns whether access is given; otherwise the next step of the matrix is asked
 * @throws AppError not_found; changed_meanwhile for a request that does not wait; invalid_request for a client or role that is not
 *   among the choices, or a client for which others decide; above_you
 */
export async function approveAsDecider(
  deps: Notifier & WithMatrices & Pick<Deps, 'config'>,
  tx: Tx,
  by: ByDecider,
  { lastDay, ...approval }: Input<typeof approveOwnedRequest>,
): Promise<boolean> {
  const { requestId, clientId, role } = approval
  const { userId, askedUntil, byMatrix: before } = await lockOwned(deps, tx, by.person, requestId)
  const person = await requireMayTouch(tx, by.person, 'assignment', userId)
  const choices = await readChoices(deps, tx, by.person.userId, requestId)
  if (!choices.some(({ _id, roles }) => _id === clientId && roles.includes(role)))
    throw new AppError('invalid_request', { msg: 'This application has no such role for this client' })
  const byMatrix = (await chooseClient(deps, tx, by.person, { requestId, clientId })) ?? before
  const until = lastDay === undefined ? askedUntil : lastDay
  const given = { requestId, role, lastDay: until, answer: approval.answer }
  if (byMatrix !== null && !(await approveStep(deps, tx, by, byMatrix, given))) return false
  await approveRequest(deps, tx, by, { ...approval, validUntil: until, person })
  return true
}

const OTHERS_DECIDE = 'For this client others decide. An administrator can assign the application.'

/**
 * Sets the client of a request that named none: whoever decides for that client decides about it from now on.
 *
 * @returns the steps of its matrix, if it decides
 * @throws AppError invalid_request when the caller does not decide for that client
 */
async function chooseClient(
  deps: WithMatrices,
  tx: Tx,
  { userId }: Person,
  { requestId, clientId }: { requestId: string; clientId: string },
): Promise<MatrixSteps | null> {
  const { rowCount } = await tx.execute(sql`
    update access_requests set client_id = ${clientId} where id = ${requestId} and client_id is null`)
  if (rowCount === 0) return null
  const steps = await readMatrixSteps(deps, tx, sql`r.id = ${requestId}`)
  const { rows } = await tx.execute<Pick<Owned, 'asked'>>(sql`
    select (select d.role from ${decidersBy(steps)} d where d.id = ${userId} limit 1) as asked
    ${LISTED_REQUESTS} and r.id = ${requestId}`)
  const asked = rows[0]?.asked ?? null
  if (asked === null) throw new AppError('invalid_request', { msg: OTHERS_DECIDE })
  return asked === 'matrix' ? (steps.get(requestId) ?? null) : null
}

/** @throws AppError not_found; changed_meanwhile for a request that does not wait */
export async function declineAsDecider(
  deps: Notifier & WithMatrices & Pick<Deps, 'config'>,
  tx: Tx,
  by: ByDecider,
  input: Input<typeof declineOwnedRequest>,
): Promise<void> {
  await lockOwned(deps, tx, by.person, input.requestId)
  await declineRequest(deps, tx, by, input)
}

type Owned = { userId: string; askedUntil: string | null; state: string; asked: (typeof ASKED_OF)[number] | null }

/**
 * Makes sure that somebody may decide until the transaction ends. What is true then counts.
 *
 * @returns the person who has asked, the day until which they have, and the steps of the matrix if it decides
 */
async function lockOwned(
  deps: WithMatrices & Pick<Deps, 'config'>,
  tx: Tx,
  person: Person,
  requestId: string,
): Promise<Pick<Owned, 'userId' | 'askedUntil'> & { byMatrix: MatrixSteps | null }> {
  const { userId: decider } = person
  await lockDecision(tx, requestId, decider)
  const steps = await readMatrixSteps(deps, tx, sql`r.id = ${requestId}`)
  const { rows } = await tx.execute<Owned>(sql`
    select r.user_id as "userId", r.last_day::text as "askedUntil", r.state,
      (select d.role from ${decidersBy(steps)} d where d.id = ${decider} limit 1) as asked
    ${LISTED_REQUESTS} and r.id = ${requestId}`)
  const [request] = rows
  if (request === undefined) throw new AppError('not_found')
  if (request.asked === null && !(await isAskedInSteps(tx, deps.config.timeZone, decider, requestId)))
    throw new AppError('not_found')
  // Decided, or in a step of others by now.
  if (request.state !== 'waiting' || request.asked === null) throw await requestDecided(tx, requestId)
  await requireSignInOf(tx, person, sql`select application_id, client_id from access_requests where id = ${requestId}`)
  return { ...request, byMatrix: request.asked === 'matrix' ? (steps.get(requestId) ?? null) : null }
}
