import { createPrivateKey, createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import sql, { type Sql } from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type DataKeys, seal, unseal } from '../crypto/seal.ts'
import type { Db, Executor, Tx } from '../db/database.ts'
import { correctKeyTimes, IS_AHEAD } from './correct-key-times.ts'

const ALGS = ['RS256', 'ES256'] as const
type Alg = (typeof ALGS)[number]
/** A JSON Web Key (RFC 7517), private or public. */
type Jwk = JsonWebKey & { kty: string; kid: string; alg: Alg; use: 'sig' }
export type SigningKey = { kid: string; alg: Alg; jwk: Jwk; key: KeyObject; publicKey: KeyObject }
type Stored = { kid: string; alg: Alg; sealedPrivateJwk: Buffer }
type Row = Stored & { isWaiting: boolean; isOld: boolean; isAhead: boolean }

/** A key is renewed when it is so old. */
export const ROTATION_DAYS = 90
/**
 * A new key is published for this long before it signs, so that every server knows it and applications have fetched it.
 */
const LEAD_MINUTES = 15
const CACHE_MS = 60_000
/** A number that no other program on the database uses for an advisory lock. */
const ROTATION_LOCK = 7_142_004
const generate = promisify(generateKeyPair)

export type SigningKeys = {
  /**
   * All published keys; of each algorithm, the one that signs comes first. Returns the same array as long as nothing
   * has changed.
   */
  published: () => Promise<SigningKey[]>
  /**
   * The key with this id that signs or has ever signed tokens, to check an identity token that comes back: an application keeps it for
   * as long as its own session lasts. `null`: there is none, or it was deleted.
   */
  everPublished: (kid: string) => Promise<SigningKey | null>
  /**
   * The public keys of receipts, retired ones included: a receipt is checked after years. A retired key must not be among the
   * keys of tokens, because applications would accept an identity token that it signs.
   */
  ofReceipts: () => Promise<Jwk[]>
}

/** Signs receipts, whatever an application has chosen for its tokens: it is thirty times faster than RS256. */
export const RECEIPT_ALG = 'ES256' satisfies Alg

/** The keys that sign tokens, stored sealed in the database: of each algorithm the current one and the one before. */
export function makeSigningKeys(db: Db, sealKeys: DataKeys): SigningKeys {
  let cache: { keys: SigningKey[]; until: number } | null = null
  let reading: Promise<SigningKey[]> | null = null

  const read = async () => {
    const rows = await readOrRotate(db, sealKeys)
    const known = cache?.keys ?? []
    const isSame = rows.length === known.length && rows.every(({ kid }, index) => known[index]?.kid === kid)
    const keys = isSame ? known : await Promise.all(rows.map((row) => open(sealKeys, row)))
    cache = { keys, until: performance.now() + CACHE_MS }
    return keys
  }
  const published = async () => {
    if (cache !== null && cache.until > performance.now()) return cache.keys
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
  const opened = new Map<string, SigningKey>()
  /** Read each time, because a key that was stolen is deleted. */
  const readAll = async (which: Sql) => {
    const rows = await readStored(db, which)
    for (const row of rows) if (!opened.has(row.kid)) opened.set(row.kid, await open(sealKeys, row))
    return rows.map(({ kid }) => opened.get(kid) as SigningKey)
  }
  const everPublished = async (kid: string) =>
    (await published()).find((key) => key.kid === kid) ?? (await readAll(sql`kid = ${kid}`))[0] ?? null
  const ofReceipts = async () => {
    // The first keys are made when they are first asked for.
    await published()
    return (await readAll(sql`alg = ${RECEIPT_ALG}`)).map(toPublicJwk)
  }
  return { published, everPublished, ofReceipts }
}

async function open(sealKeys: DataKeys, { kid, alg, sealedPrivateJwk }: Stored): Promise<SigningKey> {
  // `insertKey` has sealed it for this row.
  const privateJwk = JSON.parse(await unseal(sealKeys, place(kid), sealedPrivateJwk)) as JsonWebKey
  const jwk = { ...privateJwk, kid, alg, use: 'sig' } as Jwk
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  return { kid, alg, jwk, key, publicKey: createPublicKey(key) }
}

async function readOrRotate(db: Db, sealKeys: DataKeys): Promise<Row[]> {
  const rows = await readPublished(db)
  if (missing(rows).length === 0 && !rows.some(({ isAhead }) => isAhead)) return rows
  return db.transaction(async (tx) => {
    await settleSigningKeys(tx)
    for (const alg of missing(await readPublished(tx))) await renew(tx, sealKeys, alg)
    return readPublished(tx)
  })
}

async function lockKeys(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ROTATION_LOCK})`)
}

async function renew(tx: Tx, sealKeys: DataKeys, alg: Alg) {
  await insertKey(tx, sealKeys, alg)
  // Two keys stay published: nobody else checks tokens of an older key, which expired long ago.
  await tx.execute(sql`
    update signing_keys set retired_at = now() where alg = ${alg} and retired_at is null and kid in (
      select kid from signing_keys where alg = ${alg} and retired_at is null order by created_at desc offset 2)`)
}

/** A day begins for keys that were made while the database's clock was ahead: call it before `renewSigningKeys`. */
export async function settleSigningKeys(tx: Tx): Promise<void> {
  await lockKeys(tx)
  await correctKeyTimes(tx)
}

/** The key before the newest one is no longer published afterwards: all its tokens must have expired. */
const RENEWED_AFTER_HOURS = 24

/**
 * Renews all keys before their time. The new ones sign after `LEAD_MINUTES`.
 *
 * @throws Error when they are not a day old yet
 */
export async function renewSigningKeys(tx: Tx, sealKeys: DataKeys): Promise<void> {
  await lockKeys(tx)
  const { rows } = await tx.execute(sql`
    select 1 from signing_keys where retired_at is null and created_at > now() - make_interval(hours => ${RENEWED_AFTER_HOURS})`)
  if (rows.length > 0)
    throw new Error('The signing keys are less than a day old: tokens of those before them may still be in use.')
  for (const alg of ALGS) await renew(tx, sealKeys, alg)
}

export type ListedKey = { id: string; algorithm: string; createdAt: string; state: string }

/** All signing keys, without the keys themselves. */
export async function listSigningKeys(on: Executor): Promise<ListedKey[]> {
  const { rows } = await on.execute<ListedKey>(sql`
    select kid as id, alg as algorithm, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
      case when retired_at is not null then 'retired'
        when "isWaiting" and count(*) filter (where retired_at is null) over of_alg > 1 then 'signs next'
        when row_number() over (of_alg order by retired_at is not null, "isWaiting", created_at desc) = 1 then 'signing'
        else 'published' end as state
    from (select *, created_at > now() - make_interval(mins => ${LEAD_MINUTES}) as "isWaiting" from signing_keys) k
    window of_alg as (partition by alg)
    order by alg desc, created_at desc`)
  return rows
}

const toPublicJwk = ({ kid, alg, publicKey }: SigningKey): Jwk =>
  ({ ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }) as Jwk

/** Keys that sign or have ever signed, the newest first. */
async function readStored(db: Pick<Db, 'execute'>, which: Sql): Promise<Stored[]> {
  const { rows } = await db.execute<Stored>(sql`
    select kid, alg, sealed_private_jwk as "sealedPrivateJwk" from signing_keys
    where ${which} order by created_at desc`)
  return rows
}

const missing = (rows: Row[]) => ALGS.filter((alg) => !rows.some((row) => row.alg === alg && !row.isOld))

/** The newest key that every server knows comes first; one that is not yet used, last. */
async function readPublished(db: Pick<Db, 'execute'>): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select kid, alg, sealed_private_jwk as "sealedPrivateJwk",
      created_at > now() - make_interval(mins => ${LEAD_MINUTES}) as "isWaiting",
      created_at < now() - make_interval(days => ${ROTATION_DAYS}) as "isOld",
      ${IS_AHEAD} as "isAhead"
    from signing_keys where retired_at is null order by alg desc, "isWaiting", created_at desc`)
  return rows
}

async function insertKey(db: Pick<Db, 'execute'>, sealKeys: DataKeys, alg: Alg) {
  const kid = newId()
  const { privateKey } =
    alg === 'RS256' ? await generate('rsa', { modulusLength: 3072 }) : await generate('ec', { namedCurve: 'P-256' })
  const sealed = seal(sealKeys, place(kid), JSON.stringify(privateKey.export({ format: 'jwk' })))
  await db.execute(sql`insert into signing_keys (kid, alg, sealed_private_jwk) values (${kid}, ${alg}, ${sealed})`)
}

const place = (kid: string) => `signing_keys|sealed_private_jwk|${kid}`
