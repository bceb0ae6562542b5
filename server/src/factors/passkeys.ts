import { PASSKEYS_MAX, type Passkey } from '@gatehouse/contract/factors/passkeys.ts'
import type { RequestOptions } from '@gatehouse/contract/factors/webauthn.ts'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type Db, type Executor, prepared, type Tx } from '../db/database.ts'
import { refuseIf } from '../db/refuse.ts'
import { AppError } from '../errors.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { lockPerson } from '../identity/users.ts'
import { noteLostFactor } from './strong-sign-in.ts'
import type { NewPasskey, PasskeyUse } from './verify-passkey.ts'

type Row = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }

const COLUMNS = sql`id as "_id", name, device_type = 'multiDevice' and backed_up as "isSynced", created_at as "createdAt",
  last_used_at as "lastUsedAt", suspected_at is not null as "isSuspected"`

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
  // The present moment, and not the beginning of this transaction: recovery codes of before it do not stand in for a passkey.
  const { rows } = await tx.execute<Row>(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
    values (${newId()}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${deviceType}, ${backedUp}, ${name}, clock_timestamp())
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
      p.created_at as "createdAt", p.last_used_at as "lastUsedAt", p.suspected_at is not null as "isSuspected",
      f.name as "formerName"`)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const { formerName, ...renamed } = row
  return { passkey: toPasskey(renamed), formerName }
}

/** @returns its name. @throws AppError not_found */
export async function deletePasskey(tx: Tx, userId: string, passkeyId: string): Promise<string> {
  await lockPerson(tx, userId)
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

/** Call `lockConfirmed` before: of two parallel removals the second one sees the first. @throws AppError only_way_in when a person could no longer sign in without this passkey */
export async function requireAnotherWayIn(tx: Tx, userId: string, passkeyId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from users u where u.id = ${userId} and (u.password_hash is not null or u.code_only
      or exists (select from passkeys p where p.user_id = u.id and p.id <> ${passkeyId} and p.suspected_at is null))`)
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
 * Notes the use of a passkey whose signature was right. One update, so that of two uses with the same counter one is
 * refused. Authenticators without a counter always send 0.
 *
 * @returns `copied` when the counter has gone back, as it does when a copy is in use; `suspected` when it did so before,
 * whatever it is now, because a copy that is tried often enough gets ahead; `removed` when the passkey is gone
 */
export async function notePasskeyUse(
  db: Executor,
  { id }: Pick<StoredPasskey, 'id'>,
  use: PasskeyUse,
): Promise<'used' | 'copied' | 'suspected' | 'removed'> {
  const { rows } = await db.execute<{ outcome: 'used' | 'copied' | 'suspected' }>(
    prepared('note-passkey-use')`${noted(id, use)}`,
  )
  return rows[0]?.outcome ?? 'removed'
}

/** Notes a use with a counter that fits, and nothing otherwise. @returns whether it does */
export async function noteFittingUse(
  db: Executor,
  { id }: Pick<StoredPasskey, 'id'>,
  { counter, backedUp }: PasskeyUse,
): Promise<boolean> {
  const { rowCount } = await db.execute(prepared('note-fitting-use')`
    update passkeys set counter = ${counter}::bigint, backed_up = ${backedUp}, last_used_at = now()
    where id = ${id} and ${fits(counter)}`)
  return rowCount === 1
}

/** The same in a batch, which fails with these words unless the passkey can be used: nothing is noted then. */
export async function usePasskeyOrRefuse(
  batch: Tx,
  { id }: Pick<StoredPasskey, 'id'>,
  use: PasskeyUse,
  words: string,
): Promise<void> {
  await batch.execute(prepared('use-passkey-or-refuse')`
    with noted as (${noted(id, use)})
    select ${refuseIf(sql`not exists (select from noted where outcome = 'used')`, sql`${words}::text`)}`)
}

const fits = (counter: number) =>
  sql`suspected_at is null and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`

const noted = (id: string, { counter, backedUp }: PasskeyUse) => sql`
    update passkeys p set
      counter = case when f.fits then ${counter}::bigint else p.counter end,
      backed_up = case when f.fits then ${backedUp} else p.backed_up end,
      last_used_at = case when f.fits then now() else p.last_used_at end,
      suspected_at = case when f.fits then null else coalesce(p.suspected_at, now()) end
    from (select id, suspected_at is not null as suspected, ${fits(counter)} as fits
      from passkeys where id = ${id} for update) f
    where p.id = f.id
    returning case when f.fits then 'used' when f.suspected then 'suspected' else 'copied' end as outcome`

/**
 * Lets a suspected passkey sign in again; its counter starts anew.
 *
 * @returns `null` when the session's last sign-in is older than the suspicion: a copy may have signed in then
 * @throws AppError not_found
 */
export async function acceptPasskey(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  passkeyId: string,
): Promise<Passkey | null> {
  const { rows } = await tx.execute<{ isProved: boolean }>(sql`
    select s.authenticated_at > p.suspected_at as "isProved" from passkeys p, sessions s
    where p.id = ${passkeyId} and p.user_id = ${userId} and p.suspected_at is not null and s.id = ${sessionId}
    for no key update of p`)
  if (rows[0] === undefined) throw new AppError('not_found')
  if (!rows[0].isProved) return null
  const { rows: accepted } = await tx.execute<Row>(sql`
    update passkeys set suspected_at = null, counter = 0 where id = ${passkeyId} returning ${COLUMNS}`)
  return accepted[0] === undefined ? null : toPasskey(accepted[0])
}
