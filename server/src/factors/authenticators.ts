import { AUTHENTICATORS_MAX, type Authenticator } from '@gatehouse/contract/factors/authenticators.ts'
import sql from 'sql-template-tag'
import { type DataKeys, seal, unseal } from '../crypto/seal.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { lockPerson } from '../identity/users.ts'
import type { Enrolment } from './enrolment.ts'
import { noteLostFactor } from './strong-sign-in.ts'
import { stepOf } from './totp.ts'

type Row = { _id: string; name: string; createdAt: Date; lastUsedAt: Date }

const COLUMNS = sql`a.id as "_id", a.name, a.created_at as "createdAt", a.last_used_at as "lastUsedAt"`

const toAuthenticator = ({ createdAt, lastUsedAt, ...rest }: Row): Authenticator => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
})

const placeOf = (id: string) => `authenticators|sealed_secret|${id}`

/** The authenticator apps of a person, the oldest first. */
export async function readAuthenticators(db: Db, userId: string): Promise<Authenticator[]> {
  const { rows } = await db.execute<Row>(
    sql`select ${COLUMNS} from authenticators a where user_id = ${userId} order by created_at, id`,
  )
  return rows.map(toAuthenticator)
}

/** Call `admitFactor` before, which makes parallel additions count one another. @throws AppError authenticator_exists, too_many_authenticators */
export async function insertAuthenticator(
  tx: Tx,
  keys: DataKeys,
  userId: string,
  name: string,
  { id, secret, step }: Enrolment & { step: number },
): Promise<Authenticator> {
  const { rows: others } = await tx.execute(sql`select 1 from authenticators where user_id = ${userId}`)
  if (others.length >= AUTHENTICATORS_MAX) throw new AppError('too_many_authenticators')
  const { rows } = await tx.execute<Row>(sql`
    insert into authenticators as a (id, user_id, sealed_secret, last_step, name)
    values (${id}, ${userId}, ${seal(keys, placeOf(id), secret)}, ${step}, ${name})
    on conflict do nothing returning ${COLUMNS}`)
  const [row] = rows
  if (row === undefined) throw new AppError('authenticator_exists')
  await forgetBrowsers(tx, userId)
  return toAuthenticator(row)
}

type Named = { authenticator: Authenticator; formerName: string }

/** @throws AppError not_found */
export async function nameAuthenticator(tx: Tx, userId: string, id: string, name: string): Promise<Named> {
  const { rows } = await tx.execute<Row & { formerName: string }>(sql`
    with former as (select id, name from authenticators where id = ${id} and user_id = ${userId} for update)
    update authenticators a set name = ${name} from former f where a.id = f.id
    returning ${COLUMNS}, f.name as "formerName"`)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const { formerName, ...renamed } = row
  return { authenticator: toAuthenticator(renamed), formerName }
}

/** @returns its name. @throws AppError not_found */
export async function deleteAuthenticator(tx: Tx, userId: string, id: string): Promise<string> {
  await lockPerson(tx, userId)
  const { rows } = await tx.execute<{ name: string }>(
    sql`delete from authenticators where id = ${id} and user_id = ${userId} returning name`,
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  await noteLostFactor(tx, userId)
  return row.name
}

/** @returns how many there were */
export async function deleteAllAuthenticators(tx: Tx, userId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from authenticators where user_id = ${userId}`)
  await noteLostFactor(tx, userId)
  return rowCount ?? 0
}

type SpentAppCode = { id: string; name: string }

/**
 * Spends a code. One conditional update stores its step, so that no code of an app is accepted twice, nor one from before
 * the last that was.
 *
 * @returns the app that has shown it; `null` when it is wrong or was used
 */
export async function spendAppCode(db: Db, keys: DataKeys, userId: string, code: string): Promise<SpentAppCode | null> {
  const { rows } = await db.execute<{ id: string; sealed: Buffer; seconds: number }>(
    prepared('find-authenticators')`
    select id, sealed_secret as sealed, extract(epoch from now())::float as seconds from authenticators
    where user_id = ${userId} order by created_at, id`,
  )
  for (const { id, sealed, seconds } of rows) {
    const step = await stepOf(await unseal(keys, placeOf(id), sealed), code, seconds)
    if (step === null) continue
    const spent = await db.execute<{ name: string }>(
      prepared('spend-app-code')`
      update authenticators set last_step = ${step}::bigint, last_used_at = now()
      where id = ${id} and last_step < ${step}::bigint returning name`,
    )
    const [used] = spent.rows
    if (used !== undefined) return { id, name: used.name }
  }
  return null
}
