import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { noteReviewCause } from '../../../access/note-review-cause.ts'
import { revokeTokens } from '../../../access/revoke.ts'
import type { AuditEvent } from '../../../audit/record-audit.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { type Notifier, notify } from '../../../notifications/notify.ts'
import { notifyPartnerOfAssignment } from '../../../partner/notify-partner.ts'
import { requireApart } from '../../approvals/conflicts/require-apart.ts'
import { takePersonTurn } from '../../approvals/conflicts/take-turn.ts'
import { auditBy } from '../../engine/changes.ts'
import type { Touched } from '../../engine/guard/guard.ts'
import { type Author, type By, PORTAL } from '../../engine/store.ts'
import { settleRequests } from '../access-requests/settle.ts'
import { lockUser } from '../roles.ts'
import { type AskedDates, changesOfDates, datesOfMessage, gainOf, readTerm, type Term } from './term.ts'

/** An assignment of a person whom the caller may change. */
export type Pair = { person: Touched<'assignment'>; applicationId: string; clientId: string }

type SeenAssignment = { role: string; validFrom: string | null; validUntil: string | null }

type Wanted = Pair &
  AskedDates & {
    role: string
    /** What the caller has seen; `null`: nothing; left out: whatever it is. */
    former?: SeenAssignment | null | undefined
    /** The person gets no message. */
    isQuiet?: boolean
  }

/**
 * Assigns an application for a client with a role of both, if wanted only for a time. If already assigned, changes the
 * role and the given dates. The partner portal is notified after the commit, or when the assignment begins.
 *
 * @returns false if nothing changed
 * @throws AppError not_found; changed_meanwhile when `former` is not what is assigned; invalid_request for an unknown
 * application, client or role, or an end in the past, and for a role that a conflict rule refuses
 */
export async function assignApplication(
  deps: Notifier,
  tx: Tx,
  by: By,
  { person: { id: userId }, applicationId, clientId, role: wanted, former, isQuiet = false, ...dates }: Wanted,
): Promise<boolean> {
  const user = await lockUser(tx, userId)
  await takePersonTurn(tx, { userId, applicationId })
  const pair = await lockPair(tx, applicationId, clientId)
  const role = await roleOfPair(tx, applicationId, clientId, wanted)
  const key = { userId, applicationId, clientId }
  const { before, ...next } = await readTerm(tx, key, dates, deps.config.timeZone)
  if (former !== undefined && !isSeen(before, former)) throw new AppError('changed_meanwhile')
  const gain = gainOf(before, { role, ...next })
  // Another role or end of what the person has is not what a request asks for.
  if (gain === 'access') await settleRequests(tx, by, { ...key, role })
  if (before?.role === role && next.isSame) return false
  await tx.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role, valid_from, valid_until, has_begun, is_end_notified)
    values (${newId()}, ${userId}, ${applicationId}, ${clientId}, ${role}, ${next.validFrom}, ${next.validUntil},
      ${next.hasBegun}, ${!next.needsNotice})
    on conflict (user_id, application_id, client_id) do update set role = excluded.role,
      valid_from = excluded.valid_from, valid_until = excluded.valid_until, has_begun = excluded.has_begun,
      is_end_notified = excluded.is_end_notified`)
  if (gain !== 'nothing') await requireApart(tx, by, { ...key, role, timeZone: deps.config.timeZone })
  if (before === null && (await isOtherClient(tx, key))) await noteReviewCause(tx, userId, 'client-changed')
  // Grants of the former role end, and all of them until the assignment begins.
  const hasOtherRole = before !== null && before.role !== role
  if (hasOtherRole) await noteReviewCause(tx, userId, 'role-changed')
  if (hasOtherRole || (before !== null && !next.hasBegun)) await revokeTokens(tx, key)
  await auditBy(tx, by, 'users.application-assigned', userId, {
    name: user.name,
    applicationId,
    clientId,
    changes: [
      { field: `${pair.appName} · ${pair.clientName}`, before: before?.role ?? null, after: role },
      ...changesOfDates(before, next),
    ],
  })
  if (!isQuiet)
    await notify(deps, tx, 'assignment-granted', userId, {
      scope: { applicationId, clientId },
      values: { role, from: '', until: '', isChanged: gain === 'access' ? '' : 'yes' },
      moments: datesOfMessage(next),
    })
  if (next.hasBegun && (before?.role !== role || !before.hasBegun))
    await notifyPartnerOfAssignment(deps, tx, 'assigned', key)
  if (!next.hasBegun && before?.hasBegun) await notifyPartnerOfAssignment(deps, tx, 'removed', key)
  return true
}

function isSeen(before: (Term & { role: string }) | null, seen: SeenAssignment | null): boolean {
  if (before === null || seen === null) return before === seen
  const isAt = (at: Date | null, text: string | null) =>
    at?.getTime() === (text === null ? undefined : Date.parse(text))
  return before.role === seen.role && isAt(before.validFrom, seen.validFrom) && isAt(before.validUntil, seen.validUntil)
}

/** @throws AppError not_found when it is not assigned */
export async function detachApplication(
  deps: Notifier,
  tx: Tx,
  by: By,
  { person: { id: userId }, ...pair }: Pair,
): Promise<void> {
  await removeAssignment(deps, tx, by, { userId, ...pair }, 'users.application-detached')
}

/** Removes an assignment whose date has come: nobody has to be allowed to do that. */
export const endAssignment = (deps: Notifier, tx: Tx, key: Key): Promise<void> =>
  removeAssignment(deps, tx, PORTAL, key, 'users.application-ended')

type Key = { userId: string; applicationId: string; clientId: string }

async function removeAssignment(deps: Notifier, tx: Tx, by: Author, key: Key, event: AuditEvent): Promise<void> {
  const { userId, applicationId, clientId } = key
  const user = await lockUser(tx, userId)
  await notifyPartnerOfAssignment(deps, tx, 'removed', key)
  const { rows } = await tx.execute<{ role: string; validUntil: Date | null; name: string }>(sql`
    with gone as (
      delete from assignments where user_id = ${userId} and application_id = ${applicationId} and client_id = ${clientId}
      returning role, valid_until)
    select gone.role, gone.valid_until as "validUntil", a.name || ' · ' || c.display_name as name
    from gone, applications a, clients c where a.id = ${applicationId} and c.id = ${clientId}`)
  const [gone] = rows
  if (gone === undefined) throw new AppError('not_found')
  await revokeTokens(tx, key)
  await auditBy(tx, by, event, userId, {
    name: user.name,
    applicationId,
    clientId,
    changes: [{ field: gone.name, before: gone.role, after: null }],
    // The line is written a little later than its end.
    ...(event === 'users.application-ended' && { validUntil: gone.validUntil?.toISOString() }),
  })
  await notify(deps, tx, 'assignment-removed', userId, { scope: { applicationId, clientId } })
}

/** Whether a person who had applications had none for this client. */
async function isOtherClient(tx: Tx, { userId, applicationId, clientId }: Key): Promise<boolean> {
  const { rows } = await tx.execute<{ isOther: boolean }>(sql`
    select coalesce(bool_and(client_id <> ${clientId}), false) as "isOther" from assignments
    where user_id = ${userId} and not (application_id = ${applicationId} and client_id = ${clientId})`)
  return rows[0]?.isOther === true
}

type LockedPair = { appName: string; clientName: string }

/** Checks that both exist, and locks them until the transaction ends. */
export async function lockPair(tx: Tx, applicationId: string, clientId: string): Promise<LockedPair> {
  const { rows } = await tx.execute<LockedPair>(sql`
    select a.name as "appName", c.display_name as "clientName"
    from applications a, clients c
    where a.id = ${applicationId} and a.deleted_at is null and c.id = ${clientId} and c.deleted_at is null for share`)
  if (rows[0] === undefined) throw new AppError('invalid_request', { msg: 'Choose an application and a client' })
  return rows[0]
}

/** The role as the application spells it. Every pair has the role User, which self-registration assigns. */
export async function roleOfPair(tx: Tx, applicationId: string, clientId: string, wanted: string): Promise<string> {
  if (wanted === USER_ROLE) return wanted
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from application_roles
    where application_id = ${applicationId} and client_id = ${clientId} and lower(name) = lower(${wanted}) and deleted_at is null
    for share`)
  if (rows[0] === undefined)
    throw new AppError('invalid_request', { msg: 'This application has no such role for this client' })
  return rows[0].name
}
