import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../../identity/actor.ts'
import { normaliseIdentifier } from '../../../identity/identifiers.ts'
import { holdersOf, inHandOf } from '../../../service-accounts/in-hand-of.ts'
import type { Author } from '../store.ts'
import { heldBy } from './rights.ts'

/** Locks people, given as SQL of their ids, in the order of these: before any other record, and before anybody is judged. */
export async function lockPeople(tx: Tx, ids: Sql): Promise<void> {
  await tx.execute(sql`select from users where id in (${ids}) order by id for no key update`)
}

/**
 * A person who holds no permission that the caller lacks. Locks the person and role until the transaction ends.
 *
 * @throws AppError not_found; above_you: a caller who could change a person with more permissions could take over the account
 */
export async function requireMayChange(tx: Tx, userId: string, person: Caller): Promise<void> {
  const role = sql`select r.id from roles r join users u on u.role_id = r.id where u.id = ${userId} and r.deleted_at is null`
  // In this order and one round trip: the lock is held before the permissions are read.
  const [found, , above] = await Promise.all([
    tx.execute(sql`select 1 from users where id = ${userId} for no key update`),
    tx.execute(sql`${role} for share of r`),
    tx.execute(sql`
      select 1 from role_permissions where role_id = (${role}) and permission_id not in (${heldBy(person)}) limit 1`),
  ])
  if (found.rows.length === 0) throw new AppError('not_found')
  if (above.rows.length > 0) throw new AppError('above_you')
}

/**
 * @throws AppError not_found, above_you; not_yourself or last_administrator, so that nobody is locked out by mistake, or undoes
 *   what others have decided about them
 */
export async function requireMayChangeStanding(tx: Tx, userId: string, person: Caller): Promise<void> {
  await requireMayChange(tx, userId, person)
  if (!(await isInHandOf(tx, userId, person))) return
  const { rows } = await tx.execute(sql`
    select 1 from users u join roles r on r.id = u.role_id and r.system = 'admin'
    where u.is_active and u.deleted_at is null and u.id <> ${userId} limit 1`)
  const isAdministrator = await holdsEverything(tx, person)
  throw new AppError(isAdministrator && rows.length === 0 ? 'last_administrator' : 'not_yourself')
}

/**
 * Whether the caller is the person, or a service account in their hand: they own it, or have made a key of it
 * that works, or has worked since the account began what goes on without a request.
 */
export async function isInHandOf(tx: Tx, userId: string, person: Author['person']) {
  if (!('kind' in person) || person.kind !== 'service-account') return userId === person.userId
  const keys = person.since === null ? 'valid' : { since: person.since }
  const { rows } = await tx.execute(sql`
    select 1 where ${person.userId}::uuid in (${inHandOf(userId, keys)})`)
  return rows.length > 0
}

/** @throws AppError not_found, above_you; own_credential: a stolen session must not be enough to set a password */
export async function requireMayChangeCredential(tx: Tx, userId: string, person: Caller): Promise<void> {
  await requireMayChange(tx, userId, person)
  if (await isInHandOf(tx, userId, person)) throw new AppError('own_credential')
}

/** @throws AppError not_found, above_you; not_yourself, unless the caller could grant it to themselves anyway */
export async function requireMayAssign(tx: Tx, userId: string, person: Caller): Promise<void> {
  await requireMayChange(tx, userId, person)
  if (await isForThemselves(tx, userId, person)) throw new AppError('not_yourself')
}

/** Whether callers would do it for themselves, and could not do everything anyway. */
export const isForThemselves = async (tx: Tx, userId: string, person: Caller): Promise<boolean> =>
  (await isInHandOf(tx, userId, person)) && !(await holdsEverything(tx, person))

async function holdsEverything(tx: Tx, person: Caller): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from permissions where deleted_at is null and id not in (${heldBy(person)}) limit 1`)
  return rows.length === 0
}

/** @throws AppError not_yourself, also for a service account in the hand of the person */
export async function requireOther(tx: Tx, userId: string, { person }: Author): Promise<void> {
  if (await isInHandOf(tx, userId, person)) throw new AppError('not_yourself')
}

/**
 * An account for a new person. A program makes none for somebody in whose hand it is, and who was deleted: an administrator restores them.
 *
 * @throws AppError not_yourself
 */
export async function requireNotDeletedHolder(
  tx: Tx,
  { email, phoneNumber = '' }: { email: string; phoneNumber?: string },
  { person }: Author,
): Promise<void> {
  const { kind, userId }: { kind?: Caller['kind']; userId: string | null } = person
  if (kind !== 'service-account' || userId === null) return
  const { rows } = await tx.execute(sql`
    select 1 from users where id in (${holdersOf(userId)}) and deleted_at is not null
      and (lower(email) = ${normaliseIdentifier(email)} or (${phoneNumber} <> '' and phone_number = ${phoneNumber})) limit 1`)
  if (rows.length > 0) throw new AppError('not_yourself')
}

/**
 * Makes a change that may remove an administrator. Such changes run one after another, so that of two administrators
 * who remove each other at the same time, one remains (requirement C1).
 *
 * @throws AppError last_administrator
 */
export async function guardAdministrators(tx: Tx, userId: string, change: () => Promise<unknown>): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from users u join roles r on r.id = u.role_id where u.id = ${userId} and r.system = 'admin'`)
  if (rows.length === 0) {
    await change()
    return
  }
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
  await change()
  const left = await tx.execute(sql`
    select 1 from users u join roles r on r.id = u.role_id
    where r.system = 'admin' and u.is_active and u.deleted_at is null limit 1`)
  if (left.rows.length === 0) throw new AppError('last_administrator')
}

/** Whether nobody could administer the portal without this person. No other administrator leaves until the transaction ends. */
export async function isLastAdministrator(tx: Tx, userId: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from users u join roles r on r.id = u.role_id
    where r.system = 'admin' and u.is_active and u.deleted_at is null limit 2`)
  return rows.length === 1 && rows[0]?.id === userId
}
