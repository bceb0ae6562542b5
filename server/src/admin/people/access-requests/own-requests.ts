import {
  type OwnAccessRequest,
  type RequestableApplication,
  type requestAccess,
  WAITING_REQUESTS_MAX,
} from '@gatehouse/contract/access-requests.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { isActive } from '../../../access/launch-rule.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import { countAttempt } from '../../../counting/count-attempt.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { actingDetail, ownLimit, type Person, signedInAs } from '../../../identity/actor.ts'
import { notify } from '../../../notifications/notify.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { requireDayToCome } from '../last-day/last-day.ts'
import { requestDecided } from './decided.ts'
import { askedOf, findDeciders } from './deciders.ts'
import { withDeciderLack } from './lacks-decider.ts'
import { actorsOfRequest, type ListDeps } from './list.ts'
import { readMatrixSteps } from './matrix-steps.ts'
import { progressOf } from './with-steps.ts'

const LISTED_MAX = 50
const NO_ROLE = 'The application has no role for this client yet, so nobody could give it to you.'

/** The active clients `c` for which something is assigned to a person: no other client is named to them. */
const ownClients = (userId: string) => sql`
  select distinct c.id, c.display_name as name from assignments s
    join clients c on c.id = s.client_id and ${raw(isActive('c'))}
  where s.user_id = ${userId}`

/**
 * Whether somebody who decides has a role to give: one of the application `a` for a client, or for any that is active and for which
 * the person does not have it yet.
 */
const canBeGranted = (userId: string, clientId: Sql | null): Sql =>
  clientId === null
    ? sql`exists (select from application_roles x join clients c on c.id = x.client_id and ${raw(isActive('c'))}
        where x.application_id = a.id and x.deleted_at is null and not exists (select from assignments s
          where s.user_id = ${userId} and s.application_id = a.id and s.client_id = c.id))`
    : sql`exists (select from application_roles x
        where x.application_id = a.id and x.client_id = ${clientId} and x.deleted_at is null)`

/** The applications that a person may ask for, by name. */
export async function readRequestable(db: Db, userId: string): Promise<RequestableApplication[]> {
  const { rows } = await db.execute<RequestableApplication>(sql`
    with own as (${ownClients(userId)}),
    found as (
      select a.id, a.name, a.summary, a.logo, a.request_rule,
        coalesce((select json_agg(json_build_object('_id', own.id, 'name', own.name) order by lower(own.name), own.id)
          from own where ${canBeGranted(userId, sql`own.id`)} and not exists (
            select from assignments s where s.user_id = ${userId} and s.application_id = a.id and s.client_id = own.id)),
          '[]') as clients,
        array(select own.name from own join assignments s
          on s.user_id = ${userId} and s.application_id = a.id and s.client_id = own.id order by lower(own.name)) as assigned,
        exists (select from access_requests r
          where r.user_id = ${userId} and r.application_id = a.id and r.state = 'waiting') as requested
      from applications a where a.is_requestable and ${raw(isActive('a'))} and ${canBeGranted(userId, null)})
    select id as "_id", name, summary, logo, request_rule as "requestRule", clients, assigned as "assignedFor", requested as "isRequested" from found
    where cardinality(assigned) = 0 or clients::text <> '[]' order by lower(name), id`)
  return rows
}

type Asked = Omit<OwnAccessRequest, 'progress' | 'lacksDecider'> & { excluded: (string | null)[] }

export async function readOwnRequests(deps: ListDeps, userId: string): Promise<OwnAccessRequest[]> {
  const steps = await readMatrixSteps(deps, deps.db, sql`r.user_id = ${userId}`)
  const { rows } = await deps.db.execute<Asked>(sql`
    select r.id as "_id", json_build_object('_id', a.id, 'name', a.name) as application,
      case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client,
      ${raw(actorsOfRequest('r'))}, r.reason, r.last_day::text as "lastDay", r.state, ${askedOf(steps)} as "askedOf", r.created_at as "createdAt", r.decided_at as "decidedAt", r.answer,
      array[r.user_id, r.requested_by] as excluded, r.state = 'approved' and not exists (select from assignments s where s.user_id = r.user_id
        and s.application_id = r.application_id and s.client_id = r.client_id
        and (s.valid_until is null or s.valid_until > now())) as "hasEnded"
    from access_requests r join applications a on a.id = r.application_id and a.deleted_at is null
      left join clients c on c.id = r.client_id
    where r.user_id = ${userId} order by r.id desc limit ${LISTED_MAX}`)
  return (await withDeciderLack(deps.db, rows)).map((row) => ({
    ...withIsoTimes(row),
    progress: progressOf(row, steps.get(row._id)),
  }))
}

/**
 * Writes a request, and notifies those who decide. The message names the person and the application, but not the reason:
 * otherwise anybody who can sign in could have the portal send administrators a text with a link.
 *
 * @throws AppError invalid_request for an application that cannot be asked for, a client of others, or one without a role in it;
 *   already_exists; too_many_attempts
 */
export async function askForAccess(
  deps: Deps,
  person: Person,
  ip: string,
  { applicationId, clientId = null, reason, lastDay = null }: Input<typeof requestAccess>,
): Promise<Output<typeof requestAccess>> {
  const { userId } = person
  await countAttempt(deps, [{ bucket: 'access-requests', of: userId }], ownLimit(person))
  const id = newId()
  const lacksDecider = await deps.db.transaction(async (tx) => {
    await requireRoom(tx, userId)
    const asked = await requireRequestable(tx, userId, applicationId, clientId)
    await requireDayToCome(tx, lastDay, deps.config.timeZone)
    const { rowCount } = await tx.execute(sql`
      insert into access_requests (id, user_id, requested_by, application_id, client_id, reason, last_day)
      values (${id}, ${userId}, ${person.acting?.actorId ?? null}, ${applicationId}, ${clientId}, ${reason}, ${lastDay})
      on conflict (user_id, application_id) where state = 'waiting' do nothing`)
    if (rowCount === 0) throw new AppError('already_exists', { msg: 'You have already asked for this application.' })
    await recordAudit(tx, {
      event: 'users.access-requested',
      ...{ actorId: signedInAs(person), subjectId: userId, ip },
      detail: {
        ...{ name: asked.person, changes: [{ field: asked.what, before: null, after: reason }] },
        ...actingDetail(person),
      },
    })
    const deciders = await findDeciders(deps, tx, id)
    for (const decider of deciders)
      await notify(deps, tx, 'access-requested', decider, {
        values: { person: asked.person, requested: asked.what, requestId: id },
      })
    if (deciders.length > 0) return false
    const excluded = [userId, person.acting?.actorId ?? null]
    const [request] = await withDeciderLack(tx, [{ askedOf: 'administrators', excluded }])
    return request?.lacksDecider ?? false
  })
  deps.outbox.wake()
  return { _id: id, lacksDecider }
}

/** @throws AppError not_found for a request of somebody else; changed_meanwhile for one that does not wait */
export async function withdrawRequest({ db }: Pick<Deps, 'db'>, person: Person, ip: string, id: string): Promise<void> {
  const { userId } = person
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ person: string; what: string; reason: string }>(sql`
      with gone as (
        update access_requests set state = 'withdrawn', decided_at = now(), decided_by = ${person.acting?.actorId ?? null}
        where id = ${id} and user_id = ${userId} and state = 'waiting' returning user_id, application_id, client_id, reason)
      select ${raw(fullNameIn('u'))} as person, gone.reason,
        a.name || coalesce(' · ' || c.display_name, '') as what
      from gone join users u on u.id = gone.user_id join applications a on a.id = gone.application_id
        left join clients c on c.id = gone.client_id`)
    const [gone] = rows
    if (gone === undefined) throw await notWithdrawn(tx, userId, id)
    const { person: name, what: field, reason: before } = gone
    await recordAudit(tx, {
      event: 'users.access-withdrawn',
      ...{ actorId: signedInAs(person), subjectId: userId, ip },
      detail: { name, changes: [{ field, before, after: null }], ...actingDetail(person) },
    })
  })
}

/** People are not told the names of those who decide. */
async function notWithdrawn(tx: Tx, userId: string, id: string): Promise<AppError> {
  const { rows } = await tx.execute(sql`
    select from access_requests where id = ${id} and user_id = ${userId} and state <> 'waiting'`)
  return rows.length === 0 ? new AppError('not_found') : requestDecided(tx, id, false)
}

/** Locks the person: of several requests at the same moment, no more wait than are allowed. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  // Two statements: a count in the first one would be of the moment before the lock was had.
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`)
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from access_requests where user_id = ${userId} and state = 'waiting'`)
  if ((rows[0]?.waiting ?? 0) >= WAITING_REQUESTS_MAX)
    throw new AppError('already_exists', { msg: 'Ten of your requests are waiting. Withdraw one first.' })
}

async function requireRequestable(
  tx: Tx,
  userId: string,
  applicationId: string,
  clientId: string | null,
): Promise<{ person: string; what: string }> {
  const { rows } = await tx.execute<{
    person: string
    what: string
    isOwn: boolean
    isAssigned: boolean
    canBeGranted: boolean
  }>(sql`
    select ${raw(fullNameIn('u'))} as person, a.name || coalesce(' · ' || own.name, '') as what,
      ${clientId}::uuid is null or own.id is not null as "isOwn",
      exists (select from assignments s
        where s.user_id = ${userId} and s.application_id = a.id and s.client_id = own.id) as "isAssigned",
      ${canBeGranted(userId, clientId === null ? null : sql`${clientId}::uuid`)} as "canBeGranted"
    from users u join applications a on a.id = ${applicationId} and a.is_requestable and ${raw(isActive('a'))}
      left join (${ownClients(userId)}) own on own.id = ${clientId}
    where u.id = ${userId}`)
  const [found] = rows
  if (found === undefined || !found.isOwn)
    throw new AppError('invalid_request', { msg: 'This application cannot be asked for.' })
  if (found.isAssigned) throw new AppError('already_exists', { msg: 'This application is already assigned to you.' })
  if (!found.canBeGranted)
    throw new AppError('invalid_request', {
      msg: clientId === null ? 'This application cannot be asked for.' : NO_ROLE,
    })
  return found
}
