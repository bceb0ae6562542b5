import { PASSKEYS_MAX, type Passkey } from '@gatehouse/contract/factors/passkeys.ts'
import type { RequestOptions } from '@gatehouse/contract/factors/webauthn.ts'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type Db, type Executor, prepared, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { noteLostFactor } from './strong-sign-in.ts'
import type { NewPasskey, PasskeyUse } from './verify-passkey.ts'

type Row = { _id: string; name: string; isSynced: boolean; createdAt: Date; lastUsedAt: Date | null }

const COLUMNS = sql`id as "_id", name, device_type = 'multiDevice' and backed_up as "isSynced", created_at as "createdAt",
  last_used_at as "lastUsedAt"`

const toPasskey = ({ createdAt, lastUsedAt, ...rest }: Row): Passkey => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** The passkeys of a person, the oldest first. */
export async function readPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const { rows } = await db.execute<Row>(
    sql`select ${COLUMNS} from passkeys where user_id = ${userId} order by created_at, id`,
  )
  return rows.map(toPasskey)
}

/** The same for a browser, which offers them or makes no second one beside them. */
export async function describePasskeys(db: Db, userId: string): Promise<RequestOptions['allowCredentials']> {
  const { rows } = await db.execute<{ credentialId: Buffer; transports: string[] }>(sql`
    select credential_id as "credentialId", transports from passkeys where user_id = ${userId} order by created_at, id`)
  return rows.map(({ credentialId, transports }) => ({
    ...{ id: credentialId.toString('base64url'), type: 'public-key', transports },
  }))
}

/** Call `admitFactor` before, which makes parallel additions count one another. @throws AppError passkey_exists, too_many_passkeys */
export async function insertPasskey(tx: Tx, userId: string, name: string, made: NewPasskey): Promise<Passkey> {
  const { credentialId, publicKey, counter, transports, deviceType, backedUp } = made
  const { rows: others } = await tx.execute(sql`select 1 from passkeys where user_id = ${userId}`)
  if (others.length >= PASSKEYS_MAX) throw new AppError('too_many_passkeys')
  const { rows } = await tx.execute<Row>(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    values (${newId()}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${deviceType}, ${backedUp}, ${name})
    on conflict do nothing returning ${COLUMNS}`)
  const [row] = rows
  if (row === undefined) throw new AppError('passkey_exists')
  await forgetBrowsers(tx, userId)
  return toPasskey(row)
}

type Named = { passkey: Passkey; formerName: string }

/** @throws AppError not_found */
export async function renamePasskey(tx: Tx, userId: string, passkeyId: string, name: string): Promise<Named> {
  const { rows } = await tx.execute<Row & { formerName: string }>(sql`
    with former as (select id, name from passkeys where id = ${passkeyId} and user_id = ${userId} for update)
    update passkeys p set name = ${name} from former f where p.id = f.id
    returning p.id as "_id", p.name, p.device_type = 'multiDevice' and p.backed_up as "isSynced",
      p.created_at as "createdAt", p.last_used_at as "lastUsedAt", f.name as "formerName"`)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const { formerName, ...renamed } = row
  return { passkey: toPasskey(renamed), formerName }
}

/** @returns its name. @throws AppError not_found */
export async function deletePasskey(tx: Tx, userId: string, passkeyId: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`delete from passkeys where id = ${passkeyId} and user_id = ${userId} returning name`,
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  await noteLostFactor(tx, userId)
  return row.name
}

/** @returns how many there were */
export async function deleteAllPasskeys(tx: Tx, userId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from passkeys where user_id = ${userId}`)
  await noteLostFactor(tx, userId)
  return rowCount ?? 0
}

/** @throws AppError only_way_in when a person could no longer sign in without their last passkey */
export async function requireAnotherWayIn(tx: Tx, userId: string): Promise<void> {
  // In a statement of its own after the lock, so that of two parallel removals the second one sees the first.
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`)
  const { rows } = await tx.execute(sql`
    select 1 from users u where u.id = ${userId} and (u.password_hash is not null or u.code_only
      or (select count(*) from passkeys p where p.user_id = u.id) > 1)`)
  if (rows.length === 0) throw new AppError('only_way_in')
}

/** A passkey as a sign-in needs it. */
export type StoredPasskey = { id: string; userId: string; name: string; publicKey: Buffer }

export async function findPasskey(db: Executor, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await db.execute<StoredPasskey>(
    prepared('find-passkey')`
    select id, user_id as "userId", name, public_key as "publicKey" from passkeys
    where credential_id = ${Buffer.from(credentialId, 'base64url')}`,
  )
  return rows[0] ?? null
}

/**
 * Notes the use of a passkey whose signature was right. One conditional update, so that of two uses with the same
 * counter one is refused. Authenticators without a counter always send 0.
 *
 * @returns `refused` when the counter has gone back, as it does when a copy is in use; `removed` when the passkey is gone
 */
export async function notePasskeyUse(
  db: Db,
  { id }: Pick<StoredPasskey, 'id'>,
  { counter, backedUp }: PasskeyUse,
): Promise<'used' | 'refused' | 'removed'> {
  const { rows } = await db.execute<{ isUsed: boolean }>(prepared('note-passkey-use')`
    with used as (
      update passkeys set counter = ${counter}::bigint, backed_up = ${backedUp}, last_used_at = now()
      where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning id)
    select exists (select from used) as "isUsed" from passkeys where id = ${id}`)
  if (rows[0] === undefined) return 'removed'
  return rows[0].isUsed ? 'used' : 'refused'
}
