import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import type { UserData } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import type { Db, Executor, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { keepFormerPassword } from './former-passwords.ts'
import { normaliseIdentifier } from './identifiers.ts'
import { requireSoundPerson } from './require-sound-person.ts'

/** The fields of an account that signing in needs. */
export type Account = {
  id: string
  email: string
  userName: string
  phoneNumber: string
  firstName: string
  lastName: string
  cPortalId: string
  profileImage: string
  passwordHash: string | null
  /** `null`: the password was never changed. */
  passwordChangedAt: Date | null
  isEmailVerified: boolean
  isPhoneVerified: boolean
  isActive: boolean
  /**
   * Its owner has locked it since its address or number was changed, has chosen no password since, and can still undo the change: no
   * code and no link goes to it, as somebody else may read it. Where the former value is back, that change does not count.
   */
  isContested: boolean
  /** A suspension runs; soon after its beginning the account is inactive, too. */
  isSuspended: boolean
  /** When it ends; `null`: no end, or no suspension. */
  suspendedUntil: Date | null
  codeOnly: boolean
  /** A day such as '2027-03-31': the account is deactivated when it is over. */
  lastDay: string | null
  roleId: string | null
  /** The language of messages to the person; `null` until it is known. */
  language: MessageLanguage | null
  /** The database's time of this read, for judging device cookies. */
  readAt: Date
}

const COLUMNS = `u.id, u.email, u.user_name as "userName", u.phone_number as "phoneNumber", u.first_name as "firstName",
  u.last_name as "lastName", u.c_portal_id as "cPortalId", u.profile_image as "profileImage", u.password_hash as "passwordHash",
  u.email_verified_at is not null as "isEmailVerified", u.phone_verified_at is not null as "isPhoneVerified", u.is_active as "isActive",
  u.locks > 0 and u.password_hash is null and exists (
    select from contact_changes c where c.user_id = u.id and c.settled_at is null and c.undo_until > now()
      and c.created_at <= u.password_changed_at
      and lower(c.former) <> lower(case c.kind when 'email' then u.email else u.phone_number end)) as "isContested",
  coalesce(u.suspended_from <= now(), false) as "isSuspended", u.suspended_until as "suspendedUntil", u.code_only as "codeOnly", u.last_day::text as "lastDay", u.role_id as "roleId",
  u.language, u.password_changed_at as "passwordChangedAt", now() as "readAt"`

/**
 * The account with this email, user id or confirmed phone number, in any state; deleted accounts have no identifiers.
 * The former release also stored unconfirmed numbers among the identifiers: they match no account.
 */
export async function findAccountByIdentifier(db: Executor, identifier: string): Promise<Account | null> {
  const { rows } = await db.execute<Account>({
    name: 'account-by-identifier',
    text: `select ${COLUMNS} from user_identifiers i join users u on u.id = i.user_id
      where i.value = $1 and (i.kind <> 'phone' or u.phone_verified_at is not null)`,
    values: [normaliseIdentifier(identifier)],
  })
  return rows[0] ?? null
}

export async function findAccountById(db: Db | Tx, id: string): Promise<Account | null> {
  const { rows } = await db.execute<Account>({
    name: 'account-by-id',
    text: `select ${COLUMNS} from users u where u.id = $1 and u.deleted_at is null`,
    values: [id],
  })
  return rows[0] ?? null
}

/** The account that owns this passkey, unless it is deleted. */
export async function findAccountByPasskey(db: Executor, credentialId: Buffer): Promise<Account | null> {
  const { rows } = await db.execute<Account>({
    name: 'account-by-passkey',
    text: `select ${COLUMNS} from passkeys p join users u on u.id = p.user_id
      where p.credential_id = $1 and u.deleted_at is null`,
    values: [credentialId],
  })
  return rows[0] ?? null
}

/**
 * Puts changes of an account, and sign-ins to it, one after the other. What a statement has to see of the one before comes in
 * a statement after this one.
 */
export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`select from users where id = ${id} for no key update`)
}

export function toUserData(account: Account): UserData {
  const { id, email, firstName, lastName, phoneNumber, cPortalId, userName, profileImage } = account
  return { _id: id, email, firstName, lastName, phoneNumber, cPortalId, userName, profileImage }
}

export type NewUser = {
  id: string
  email: string
  /** `null`: derived from the email. */
  userName: string | null
  phoneNumber: string
  firstName: string
  lastName: string
  passwordHash: string | null
  roleId: string | null
  isEmailVerified: boolean
  /** `true` when proved by a code; an unproved number is no identifier. */
  isPhoneVerified?: boolean
  /** The language of messages, when it is known already. */
  language?: MessageLanguage | null
}

/**
 * Inserts an account.
 *
 * @throws AppError invalid_request for data that no person may have
 * @returns the fields whose values belong to another account; the caller must then roll back
 */
export async function insertUser(tx: Tx, user: NewUser): Promise<TakenField[]> {
  requireSoundPerson({ ...user, userName: user.userName ?? undefined })
  const userName = user.userName ?? (await freeUserName(tx, user.email))
  await tx.execute(sql`
    insert into users (id, email, user_name, phone_number, first_name, last_name, password_hash, role_id, language, email_verified_at,
      phone_verified_at)
    values (${user.id}, ${user.email}, ${userName}, ${user.phoneNumber}, ${user.firstName}, ${user.lastName},
      ${user.passwordHash}, ${user.roleId}, ${user.language ?? null}, ${user.isEmailVerified ? sql`now()` : null},
      ${user.isPhoneVerified ? sql`now()` : null})`)
  return claimIdentifiers(tx, user.id, { isPhoneVerified: false, ...user, userName })
}

/** The form fields that hold identifiers of an account. */
export type TakenField = 'email' | 'userName' | 'phoneNumber' | 'cPortalId'

type Named = Pick<Account, 'email' | 'userName' | 'phoneNumber' | 'isPhoneVerified'>

/**
 * Makes these values the only identifiers of an account.
 *
 * @returns the fields whose values belong to another account; the caller must then roll back
 */
export async function claimIdentifiers(
  tx: Tx,
  userId: string,
  { email, userName, phoneNumber, isPhoneVerified }: Named,
): Promise<TakenField[]> {
  const claims = (
    [
      ['email', 'email', email],
      ['userName', 'user_name', userName],
      ['phoneNumber', 'phone', isPhoneVerified ? phoneNumber : ''],
    ] as const
  )
    .filter(([, , typed]) => typed !== '')
    .map(([field, kind, typed]) => ({ field, kind, value: normaliseIdentifier(typed) }))
  const values = claims.map(({ value }) => value)
  // When two transactions claim the same identifier at once, the primary key decides. All claim in the same order, and
  // release the former identifiers only afterwards, so that no two wait for each other (deadlock).
  const [, , { rows }] = await Promise.all([
    tx.execute(sql`
      insert into user_identifiers (kind, value, user_id)
      select kind, value, ${userId} from unnest(${claims.map(({ kind }) => kind)}::text[], ${values}::text[]) as i (kind, value)
      order by value on conflict do nothing`),
    tx.execute(sql`delete from user_identifiers where user_id = ${userId} and value <> all(${values}::text[])`),
    tx.execute<{ value: string }>(sql`
      select value from user_identifiers where user_id = ${userId} and value = any(${values}::text[])`),
  ])
  const own = rows.map(({ value }) => value)
  return claims.filter(({ value }) => !own.includes(value)).map(({ field }) => field)
}

/** The part of the address before the `@`, with a number appended when it is taken or looks like a phone number. */
async function freeUserName(tx: Tx, email: string): Promise<string> {
  const wanted = normaliseIdentifier(email.split('@')[0] ?? '').replace(/[^a-z0-9._-]/g, '') || 'user'
  // Without the lock, two people with one name at the same moment would find the same name free, and the second insert
  // would fail as "already registered".
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`user name ${wanted}`}, 0))`)
  for (let suffix = /^\d{10}$/.test(wanted) ? 2 : 1; ; suffix++) {
    const name = suffix === 1 ? wanted : `${wanted}-${suffix}`
    const { rows } = await tx.execute(sql`select 1 from user_identifiers where value = ${name}`)
    if (rows.length === 0) return name
  }
}

/** Whether an account has this identifier already. */
export async function isIdentifierTaken(db: Db | Tx, identifier: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from user_identifiers where value = ${normaliseIdentifier(identifier)}`,
  )
  return rows.length > 0
}

/** @returns the time of the change. @throws AppError not_found */
export async function setPassword(
  tx: Tx,
  config: Pick<Config, 'passwordHistory'>,
  userId: string,
  passwordHash: string,
): Promise<Date> {
  await keepFormerPassword(tx, config, userId)
  const { rows } = await tx.execute<{ at: Date }>(sql`
    update users set password_hash = ${passwordHash}, password_changed_at = now(), updated_at = now() where id = ${userId}
    returning password_changed_at as at`)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  return row.at
}

/** Stores a renewed hash of the same password. @returns whether it did: not if the stored one has been changed meanwhile */
export async function replaceHash(db: Db, userId: string, former: string, passwordHash: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`update users set password_hash = ${passwordHash} where id = ${userId} and password_hash = ${former}`,
  )
  return rowCount === 1
}

/** Stores the language of a sign-in as that of messages, unless the person has chosen one; `null` changes nothing. */
export async function keepLanguage(tx: Tx, { id, language }: Account, wished: MessageLanguage | null): Promise<void> {
  if (wished === null || wished === language) return
  await tx.execute(sql`update users set language = ${wished} where id = ${id} and not language_chosen`)
}

/** Voids codes and links that were made before a change of password or address, or before the account was taken away. `endAccess` calls it too. */
export async function voidSecrets(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`update challenges set spent_at = now() where user_id = ${userId} and spent_at is null`)
  await tx.execute(sql`update reset_links set used_at = now() where user_id = ${userId} and used_at is null`)
}
