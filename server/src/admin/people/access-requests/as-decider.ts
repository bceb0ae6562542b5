import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
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
import { AppError } from '../../../errors.ts'
import type { Person } from '../../../identity/actor.ts'
import type { Notifier } from '../../../notifications/notify.ts'
import { requireMayTouch } from '../../engine/guard/guard.ts'
import { approveRequest, declineRequest, lockAsker } from './decide.ts'
import { DECIDERS } from './deciders.ts'
import { LISTED_REQUESTS, selectPageOfRequests } from './list.ts'

/** Who decides without a permission, and from where. */
type ByDecider = { person: Person; ip: string }

/** Whether somebody decides about the request `r` for the application `a`, as an owner or contact. */
const isOwn = (userId: string): Sql => sql`${userId} in (select d.id from ${raw(DECIDERS)} d)`

/** The requests about which somebody decides, and those that are decided. */
export function listPageOfOwned(
  db: Db,
  userId: string,
  { state = 'waiting', requestId, ...paging }: Input<typeof listOwnedRequests>,
): Promise<Page<AccessRequest>> {
  const areWaiting = state === 'waiting'
  const inState = areWaiting ? sql`r.state = 'waiting'` : sql`r.state in ('approved', 'declined')`
  const which = requestId === undefined ? inState : sql`r.id = ${requestId}`
  return selectPageOfRequests(db, sql`${LISTED_REQUESTS} and ${which} and ${isOwn(userId)}`, { areWaiting, ...paging })
}

/**
 * What may be given to a request that waits: the client that was asked for, or any with roles in the application; never one for
 * which the application is assigned already, because an owner or contact changes and ends nothing.
 */
export async function readChoices(db: Db | Tx, userId: string, requestId: string): Promise<OwnedRequestChoice[]> {
  const { rows } = await db.execute<OwnedRequestChoice>(sql`
    with own as (select r.user_id, r.application_id, r.client_id ${LISTED_REQUESTS} and r.id = ${requestId} and r.state = 'waiting'
      and ${isOwn(userId)})
    select c.id as "_id", c.display_name as name, array_agg(x.name order by lower(x.name)) as roles
    from own join application_roles x on x.application_id = own.application_id and x.deleted_at is null
      join clients c on c.id = x.client_id and ${raw(isActive('c'))} and (own.client_id is null or own.client_id = c.id)
        and not exists (select from assignments s
          where s.user_id = own.user_id and s.application_id = own.application_id and s.client_id = c.id)
    group by c.id order by lower(c.display_name), c.id limit ${CHOICES_MAX}`)
  return rows
}

/**
 * Approves a request as an owner of its application or a contact of its client: by the function of the console, and judged by the
 * same guard.
 *
 * @throws AppError not_found; changed_meanwhile for a request that does not wait; invalid_request for a client or role that is not
 *   among the choices; above_you
 */
export async function approveAsDecider(
  deps: Notifier,
  tx: Tx,
  by: ByDecider,
  { lastDay, ...approval }: Input<typeof approveOwnedRequest>,
): Promise<void> {
  const { requestId, clientId, role } = approval
  const { userId, askedUntil } = await lockOwned(tx, by.person.userId, requestId)
  const person = await requireMayTouch(tx, by.person, 'assignment', userId)
  const choices = await readChoices(tx, by.person.userId, requestId)
  if (!choices.some(({ _id, roles }) => _id === clientId && roles.includes(role)))
    throw new AppError('invalid_request', { msg: 'This application has no such role for this client' })
  await approveRequest(deps, tx, by, { ...approval, validUntil: lastDay === undefined ? askedUntil : lastDay, person })
}

/** @throws AppError not_found; changed_meanwhile for a request that does not wait */
export async function declineAsDecider(
  deps: Notifier,
  tx: Tx,
  by: ByDecider,
  input: Input<typeof declineOwnedRequest>,
): Promise<void> {
  await lockOwned(tx, by.person.userId, input.requestId)
  await declineRequest(deps, tx, by, input)
}

/**
 * Makes sure that somebody may decide until the transaction ends: it locks the application, with which owners and the rule change,
 * and the contacts. Nobody else assigns anything to the person who has asked meanwhile.
 *
 * @returns the id of the person who has asked, and the day until which they have
 */
async function lockOwned(
  tx: Tx,
  decider: string,
  requestId: string,
): Promise<{ userId: string; askedUntil: string | null }> {
  await lockAsker(tx, requestId)
  await tx.execute(sql`
    select from applications a where a.id = (select r.application_id from access_requests r where r.id = ${requestId}) for share`)
  await tx.execute(sql`
    select from pocs p where p.client_id = (select r.client_id from access_requests r where r.id = ${requestId}) and p.decides_requests
    order by p.id for share`)
  const { rows } = await tx.execute<{ userId: string; askedUntil: string | null; state: string }>(
    sql`select r.user_id as "userId", r.last_day::text as "askedUntil", r.state ${LISTED_REQUESTS} and r.id = ${requestId} and ${isOwn(decider)}`,
  )
  const [request] = rows
  if (request === undefined) throw new AppError('not_found')
  if (request.state !== 'waiting') throw new AppError('changed_meanwhile')
  return request
}
