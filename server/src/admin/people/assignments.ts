import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { revokeTokens } from '../../access/revoke.ts'
import { newId } from '../../crypto/ids.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type Notifier, notify } from '../../notifications/notify.ts'
import { notifyPartnerOfAssignment } from '../../partner/notify-partner.ts'
import { auditBy } from '../engine/changes.ts'
import type { Touched } from '../engine/guard/guard.ts'
import type { By } from '../engine/store.ts'
import { lockUser } from './roles.ts'

/** An assignment of a person whom the caller may change. */
export type Pair = { person: Touched<'assignment'>; applicationId: string; clientId: string }

/**
 * Assigns an application for a client with a role of both. If already assigned, changes the role. The partner
 * portal is notified after the commit.
 *
 * @returns false if nothing changed
 * @throws AppError not_found; invalid_request for an unknown application, client or role
 */
export async function assignApplication(
  deps: Notifier,
  tx: Tx,
  by: By,
  { person: { id: userId }, applicationId, clientId, role: wanted }: Pair & { role: string },
): Promise<boolean> {
  const user = await lockUser(tx, userId)
  const pair = await lockPair(tx, applicationId, clientId)
  const role = await roleOfPair(tx, applicationId, clientId, wanted)
  const { rows } = await tx.execute<{ before: string | null }>(sql`
    select role as before from assignments
    where user_id = ${userId} and application_id = ${applicationId} and client_id = ${clientId}`)
  const before = rows[0]?.before ?? null
  if (before === role) return false
  await tx.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    values (${newId()}, ${userId}, ${applicationId}, ${clientId}, ${role})
    on conflict (user_id, application_id, client_id) do update set role = excluded.role`)
  // Grants of the former role end.
  if (before !== null) await revokeTokens(tx, { userId, applicationId, clientId })
  await auditBy(tx, by, 'users.application-assigned', userId, {
    name: user.name,
    applicationId,
    clientId,
    changes: [{ field: `${pair.appName} · ${pair.clientName}`, before, after: role }],
  })
  await notify(deps, tx, 'assignment-granted', userId, { scope: { applicationId, clientId }, values: { role } })
  await notifyPartnerOfAssignment(deps, tx, 'assigned', { userId, applicationId, clientId })
  return true
}

/** @throws AppError not_found when it is not assigned */
export async function detachApplication(
  deps: Notifier,
  tx: Tx,
  by: By,
  { person: { id: userId }, applicationId, clientId }: Pair,
): Promise<void> {
  const user = await lockUser(tx, userId)
  await notifyPartnerOfAssignment(deps, tx, 'removed', { userId, applicationId, clientId })
  const { rows } = await tx.execute<{ role: string; name: string }>(sql`
    with gone as (
      delete from assignments where user_id = ${userId} and application_id = ${applicationId} and client_id = ${clientId}
      returning role)
    select gone.role, a.name || ' · ' || c.display_name as name
    from gone, applications a, clients c where a.id = ${applicationId} and c.id = ${clientId}`)
  const [gone] = rows
  if (gone === undefined) throw new AppError('not_found')
  await revokeTokens(tx, { userId, applicationId, clientId })
  await auditBy(tx, by, 'users.application-detached', userId, {
    name: user.name,
    applicationId,
    clientId,
    changes: [{ field: gone.name, before: gone.role, after: null }],
  })
  await notify(deps, tx, 'assignment-removed', userId, { scope: { applicationId, clientId } })
}

type LockedPair = { appName: string; clientName: string }

/** Checks that both exist, and locks them until the transaction ends. */
async function lockPair(tx: Tx, applicationId: string, clientId: string): Promise<LockedPair> {
  const { rows } = await tx.execute<LockedPair>(sql`
    select a.name as "appName", c.display_name as "clientName"
    from applications a, clients c
    where a.id = ${applicationId} and a.deleted_at is null and c.id = ${clientId} and c.deleted_at is null for share`)
  if (rows[0] === undefined) throw new AppError('invalid_request', { msg: 'Choose an application and a client' })
  return rows[0]
}

/** The role as the application spells it. Every pair has the role User, which self-registration assigns. */
async function roleOfPair(tx: Tx, applicationId: string, clientId: string, wanted: string): Promise<string> {
  if (wanted === USER_ROLE) return wanted
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from application_roles
    where application_id = ${applicationId} and client_id = ${clientId} and lower(name) = lower(${wanted}) and deleted_at is null
    for share`)
  if (rows[0] === undefined)
    throw new AppError('invalid_request', { msg: 'This application has no such role for this client' })
  return rows[0].name
}
