import { randomUUID } from 'node:crypto'
import { TAKEN } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import { type DecidingEvents, lastDecision } from '../../../audit/decided-meanwhile.ts'
import { newId } from '../../../crypto/ids.ts'
import { secretHash } from '../../../crypto/secrets.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { maskEmail, normaliseIdentifier } from '../../../identity/identifiers.ts'
import { requireSoundPerson } from '../../../identity/require-sound-person.ts'
import { findAccountById } from '../../../identity/users.ts'
import { administratorsWith } from '../../../notifications/administrators.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import type { Touched } from '../../engine/guard/guard.ts'
import { type By, readsPeople } from '../../engine/store.ts'
import { lockUser } from '../roles.ts'
import { administers } from './still-allowed.ts'

/** How long a second administrator has time to approve, and the person to use the link. */
export const OPEN_DAYS = 3

/**
 * Starts the recovery of an account. For a person with console permissions it waits for a second administrator;
 * otherwise the waiting time begins.
 *
 * @throws AppError not_found, account_inactive, already_registered, recovery_open, invalid_request
 */
export async function startRecovery(
  deps: Deps,
  tx: Tx,
  by: By,
  { id: userId }: Touched<'credential'>,
  { newEmail, reason }: { newEmail: string; reason: string },
): Promise<void> {
  const { name } = await lockUser(tx, userId)
  const account = await findAccountById(tx, userId)
  if (!account?.isActive) throw new AppError('account_inactive')
  requireSoundPerson({ email: newEmail })
  await requireFree(tx, userId, newEmail)
  await tx.execute(sql`
    update account_recoveries set state = 'expired' where user_id = ${userId}
      and state in ('approval', 'waiting', 'sent') and expires_at <= now()`)
  const needsApproval = await administers(tx, userId)
  const id = newId()
  const { rowCount } = await tx.execute(sql`
    insert into account_recoveries (id, user_id, state, new_email, reason, started_by, session_id, expires_at)
    values (${id}, ${userId}, 'approval', ${newEmail}, ${reason}, ${by.person.userId}, ${by.person.sessionId},
      now() + make_interval(days => ${OPEN_DAYS}))
    on conflict do nothing`)
  if (rowCount !== 1) throw new AppError('recovery_open')
  await auditBy(tx, by, 'users.recovery-started', userId, {
    name,
    reason,
    newEmail: maskEmail(newEmail),
    needsApproval,
  })
  if (!needsApproval) return beginWaiting(deps, tx, { id, userId, approver: null })
  const administrator = await nameOf(tx, by)
  for (const other of await administratorsWith(tx, 'users:write'))
    if (other !== by.person.userId && other !== userId)
      await notify(deps, tx, 'recovery-approval', other, { values: { person: name, administrator } })
}

/** @throws AppError changed_meanwhile, recovery_over, second_person_needed */
export async function approveRecovery(
  deps: Deps,
  tx: Tx,
  by: By,
  { id: userId }: Touched<'credential'>,
  recoveryId: string,
): Promise<void> {
  const { name } = await lockUser(tx, userId)
  const { rows } = await tx.execute<{ startedBy: string }>(sql`
    select started_by as "startedBy" from account_recoveries
    where id = ${recoveryId} and user_id = ${userId} and state = 'approval' and expires_at > now()`)
  const [waiting] = rows
  if (waiting === undefined) throw await recoveryOver(tx, by, userId, recoveryId)
  if (waiting.startedBy === by.person.userId) throw new AppError('second_person_needed')
  await auditBy(tx, by, 'users.recovery-approved', userId, { name })
  await beginWaiting(deps, tx, { id: recoveryId, userId, approver: by.person })
}

/** @throws AppError changed_meanwhile, recovery_over */
export async function cancelRecovery(
  tx: Tx,
  by: By,
  { id: userId }: Touched<'credential'>,
  recoveryId: string,
): Promise<void> {
  const { name } = await lockUser(tx, userId)
  const { rowCount } = await tx.execute(sql`
    update account_recoveries r set state = 'cancelled', settled_at = now()
    where r.id = ${recoveryId} and r.user_id = ${userId} and r.state in ('approval', 'waiting', 'sent')`)
  if (rowCount !== 1) throw await recoveryOver(tx, by, userId, recoveryId)
  await auditBy(tx, by, 'users.recovery-cancelled', userId, { name })
}

const SETTLED: Record<string, DecidingEvents> = {
  waiting: { 'users.recovery-approved': 'approved' },
  sent: { 'users.recovery-approved': 'approved' },
  cancelled: { 'users.recovery-cancelled': 'recovery-cancelled' },
  stopped: { 'users.recovery-stopped': 'recovery-stopped' },
  used: { 'users.recovered': 'recovered' },
}

/** The refusal of what comes too late: it says who has done what with the recovery, unless its time has ended. */
async function recoveryOver(tx: Tx, by: By, userId: string, recoveryId: string): Promise<AppError> {
  const { rows } = await tx.execute<{ state: string }>(sql`
    select state from account_recoveries where id = ${recoveryId} and user_id = ${userId}`)
  const events = SETTLED[rows[0]?.state ?? '']
  // A person may have had others before and since. This transaction may have begun before the one that decided.
  const during = sql`exists (select from account_recoveries r where r.id = ${recoveryId}
    and e.at >= r.created_at and e.at <= coalesce(r.settled_at, 'infinity'))`
  const decided = events && (await lastDecision(tx, events, { subjectId: userId, during }, readsPeople(by.person)))
  return decided ?? new AppError('recovery_over')
}

type Beginning = { id: string; userId: string; approver: By['person'] | null }

/** Notifies the person at their old addresses. From now on the waiting time runs, which nobody can shorten. */
async function beginWaiting(deps: Deps, tx: Tx, { id, userId, approver }: Beginning): Promise<void> {
  const { recoveryWaitHours: hours, publicUrl } = deps.config
  const uuid = randomUUID()
  const { rows } = await tx.execute<{ readyAt: Date; newEmail: string; administrator: string }>(sql`
    update account_recoveries r set state = 'waiting', stop_hash = ${secretHash(uuid)}, approved_by = ${approver?.userId ?? null},
      approved_session_id = ${approver?.sessionId ?? null},
      ready_at = now() + make_interval(hours => ${hours}),
      expires_at = now() + make_interval(hours => ${hours}, days => ${OPEN_DAYS})
    where r.id = ${id} and r.state = 'approval'
    returning r.ready_at as "readyAt", r.new_email as "newEmail", ${raw(nameOfActor('r.started_by'))} as administrator`)
  const [begun] = rows
  if (begun === undefined) throw new AppError('recovery_over')
  await lockUser(tx, userId)
  await notify(deps, tx, 'recovery-started', userId, {
    minutes: hours * 60 + OPEN_DAYS * 24 * 60,
    values: {
      link: new URL(`/stoprecovery/${uuid}`, publicUrl).href,
      administrator: begun.administrator,
      newEmail: maskEmail(begun.newEmail),
    },
    moments: { from: { at: begun.readyAt, is: 'time' } },
  })
}

/** @throws AppError already_registered */
async function requireFree(tx: Tx, userId: string, email: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from user_identifiers where value = ${normaliseIdentifier(email)} and user_id <> ${userId}`)
  if (rows.length > 0) throw new AppError('already_registered', { data: { fields: { newEmail: TAKEN.email } } })
}

async function nameOf(tx: Tx, { person }: By): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${raw(nameOfActor('a.id'))} as name from (select ${person.userId}::uuid as id) a`)
  return rows[0]?.name ?? ''
}
