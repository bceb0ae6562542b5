import type { approveAccess, declineAccess } from '@gatehouse/contract/admin/people/access-requests.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { AppError } from '../../../errors.ts'
import { type Notifier, notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { requireMayTouch, type Touched } from '../../engine/guard/guard.ts'
import { type By, readsPeople } from '../../engine/store.ts'
import { assignApplication } from '../assignments/assign.ts'
import { requestDecided } from './decided.ts'
import { refuseRequester, settleRequests } from './settle.ts'

type Approval = Omit<Input<typeof approveAccess>, 'userId'> & { person: Touched<'assignment'> }

/**
 * Assigns what was asked for, which also settles the request.
 *
 * @throws AppError not_found for a request of another person; changed_meanwhile for one that does not wait
 */
export async function approveRequest(
  deps: Notifier,
  tx: Tx,
  by: By,
  { requestId, person, answer, ...given }: Approval,
): Promise<void> {
  const { rows } = await tx.execute<{
    applicationId: string
    state: string
    reason: string
    name: string
    what: string
  }>(sql`
    select r.application_id as "applicationId", r.state, r.reason, ${raw(fullNameIn('u'))} as name,
      a.name || coalesce(' · ' || c.display_name, '') as what
    from access_requests r join users u on u.id = r.user_id join applications a on a.id = r.application_id
      left join clients c on c.id = r.client_id
    where r.id = ${requestId} and r.user_id = ${person.id} for update of r`)
  const [request] = rows
  if (request === undefined) throw new AppError('not_found')
  if (request.state !== 'waiting') throw await requestDecided(tx, requestId, readsPeople(by.person))
  const { applicationId, name, what, reason } = request
  const changes = [
    { field: what, before: null, after: reason },
    ...(answer === '' ? [] : [{ field: 'answer', before: null, after: answer }]),
  ]
  await auditBy(tx, by, 'users.access-approved', person.id, { name, changes })
  await tx.execute(sql`update access_requests set answer = ${answer} where id = ${requestId}`)
  await assignApplication(deps, tx, by, { ...given, person, applicationId })
  await settleRequests(tx, by, { ...given, userId: person.id, applicationId }, sql`id = ${requestId}`)
}

/**
 * Judged like an approval: nobody decides about themselves, or about people with more permissions.
 *
 * @throws AppError not_found; changed_meanwhile for a request that does not wait; above_you, not_yourself
 */
export async function declineRequest(
  deps: Notifier,
  tx: Tx,
  by: By,
  { requestId, answer }: Input<typeof declineAccess>,
): Promise<void> {
  await lockAsker(tx, requestId)
  type Declined = {
    userId: string
    requestedBy: string | null
    applicationId: string
    clientId: string | null
    name: string
    what: string
  }
  const { rows } = await tx.execute<Declined>(sql`
    with declined as (
      update access_requests set state = 'declined', decided_at = now(), decided_by = ${by.person.userId}, answer = ${answer}
      where id = ${requestId} and state = 'waiting' returning user_id, requested_by, application_id, client_id)
    select d.user_id as "userId", d.requested_by as "requestedBy", ${raw(fullNameIn('u'))} as name,
      d.application_id as "applicationId", d.client_id as "clientId", a.name || coalesce(' · ' || c.display_name, '') as what
    from declined d join users u on u.id = d.user_id join applications a on a.id = d.application_id
      left join clients c on c.id = d.client_id`)
  const [declined] = rows
  if (declined === undefined) throw await requestDecided(tx, requestId, readsPeople(by.person))
  await refuseRequester(tx, by, declined)
  const { userId, name, what } = declined
  await requireMayTouch(tx, by.person, 'assignment', userId)
  await auditBy(tx, by, 'users.access-declined', userId, {
    name,
    changes: [{ field: what, before: null, after: answer }],
  })
  await notify(deps, tx, 'access-declined', userId, { values: { requested: what, answer } })
}

/** Locks the person who has asked, before the request and its application: the order of every change of access. */
export async function lockAsker(tx: Tx, requestId: string): Promise<void> {
  await tx.execute(sql`
    select from users where id = (select user_id from access_requests where id = ${requestId}) for no key update`)
}
