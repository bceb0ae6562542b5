import type { UserData } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import type { Db, Tx } from '../db/database.ts'
import { normaliseIdentifier } from './identifiers.ts'

/** An account as signing in needs it. */
export type Account = {
  id: string
  email: string
  userName: string
  phoneNumber: string
  firstName: string
  lastName: string
  cPortalId: string
  passwordHash: string | null
  isEmailVerified: boolean
  isActive: boolean
  codeOnly: boolean
  roleId: string | null
}

const COLUMNS = `u.id, u.email, u.user_name as "userName", u.phone_number as "phoneNumber", u.first_name as "firstName",
  u.last_name as "lastName", u.c_portal_id as "cPortalId", u.password_hash as "passwordHash",
  u.email_verified_at is not null as "isEmailVerified", u.is_active as "isActive", u.code_only as "codeOnly", u.role_id as "roleId"`

/** The account that an email, user id or phone number names, whatever its state; deleted ones have no identifiers. */
export async function findAccountByIdentifier(db: Db, identifier: string): Promise<Account | null> {
  const { rows } = await db.pool.query<Account>({
    name: 'account-by-identifier',
    text: `select ${COLUMNS} from user_identifiers i join users u on u.id = i.user_id where i.value = $1`,
    values: [normaliseIdentifier(identifier)],
  })
  return rows[0] ?? null
}

export async function findAccountById(db: Db | Tx, id: string): Promise<Account | null> {
  const { rows } = await db.execute<Account>(
    sql`${raw(`select ${COLUMNS} from users u`)} where u.id = ${id} and u.deleted_at is null`,
  )
  return rows[0] ?? null
}

export function toUserData(account: Account): UserData {
  const { id, email, firstName, lastName, phoneNumber, cPortalId, userName } = account
  return { _id: id, email, firstName, lastName, phoneNumber, cPortalId, userName }
}

export type NewUser = {
  id: string
  email: string
  /** `null`: made from the email. */
  userName: string | null
  phoneNumber: string
  firstName: string
  lastName: string
  passwordHash: string
  roleId: string | null
  isEmailVerified: boolean
}

/** False when one of the identifiers names somebody else already; then nothing is written that outlives the transaction. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const userName = user.userName ?? (await freeUserName(tx, user.email))
  await tx.execute(sql`
    insert into users (id, email, user_name, phone_number, first_name, last_name, password_hash, role_id, email_verified_at)
    values (${user.id}, ${user.email}, ${userName}, ${user.phoneNumber}, ${user.firstName}, ${user.lastName},
      ${user.passwordHash}, ${user.roleId}, ${user.isEmailVerified ? sql`now()` : null})`)
  const identifiers = [
    ['email', user.email],
    ['user_name', userName],
    ['phone', user.phoneNumber],
  ].filter(([, value]) => value !== '')
  // The primary key decides between two who claim the same identifier at once.
  const { rowCount } = await tx.execute(sql`
    insert into user_identifiers (kind, value, user_id)
    select kind, value, ${user.id} from unnest(
      ${identifiers.map(([kind]) => kind)}::text[],
      ${identifiers.map(([, value]) => normaliseIdentifier(value as string))}::text[]) as i (kind, value)
    on conflict do nothing`)
  return rowCount === identifiers.length
}

/** The part before the `@`, with a number behind it when that name is taken or reads like a phone number. */
async function freeUserName(tx: Tx, email: string): Promise<string> {
  const wanted = normaliseIdentifier(email.split('@')[0] ?? '').replace(/[^a-z0-9._-]/g, '') || 'user'
  // Two people of one name at the same moment would find the same one free, and the second would count as registered.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`user name ${wanted}`}, 0))`)
  for (let suffix = /^\d{10}$/.test(wanted) ? 2 : 1; ; suffix++) {
    const name = suffix === 1 ? wanted : `${wanted}-${suffix}`
    const { rows } = await tx.execute(sql`select 1 from user_identifiers where value = ${name}`)
    if (rows.length === 0) return name
  }
}

/** Whether any of these already names an account. */
export async function areIdentifiersTaken(db: Db | Tx, identifiers: string[]): Promise<boolean> {
  const values = identifiers.filter((value) => value !== '').map(normaliseIdentifier)
  const { rows } = await db.execute(sql`select 1 from user_identifiers where value = any(${values}::text[]) limit 1`)
  return rows.length > 0
}

export async function setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.execute(sql`update users set password_hash = ${passwordHash}, updated_at = now() where id = ${userId}`)
}
