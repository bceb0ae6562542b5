import { createPrivateKey, createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { seal, unseal } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'

type Alg = 'RS256' | 'ES256'
export type SigningKey = { kid: string; alg: Alg; jwk: JWK; key: KeyObject; publicKey: KeyObject }
type Row = { kid: string; alg: Alg; sealedPrivateJwk: Buffer; isWaiting: boolean; isOld: boolean }

const ROTATION_DAYS = 90
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
}

/** The keys that sign tokens, stored sealed in the database: of each algorithm the current one and the one before. */
export function makeSigningKeys(db: Db, sealKey: KeyObject): SigningKeys {
  let cache: { keys: SigningKey[]; until: number } | null = null
  let reading: Promise<SigningKey[]> | null = null

  const read = async () => {
    const rows = await readOrRotate(db, sealKey)
    const known = cache?.keys ?? []
    const isSame = rows.length === known.length && rows.every(({ kid }, index) => known[index]?.kid === kid)
    const keys = isSame ? known : rows.map((row) => open(sealKey, row))
    cache = { keys, until: performance.now() + CACHE_MS }
    return keys
  }
  return {
    published: async () => {
      if (cache !== null && cache.until > performance.now()) return cache.keys
      reading ??= read().finally(() => {
        reading = null
      })
      return reading
    },
  }
}

function open(sealKey: KeyObject, { kid, alg, sealedPrivateJwk }: Row): SigningKey {
  // `insertKey` has sealed it for this row.
  const privateJwk = JSON.parse(unseal(sealKey, place(kid), sealedPrivateJwk)) as JsonWebKey
  const jwk = { ...privateJwk, kid, alg, use: 'sig' } as JWK
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  return { kid, alg, jwk, key, publicKey: createPublicKey(key) }
}

async function readOrRotate(db: Db, sealKey: KeyObject): Promise<Row[]> {
  const rows = await readPublished(db)
  if (missing(rows).length === 0) return rows
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ROTATION_LOCK})`)
    for (const alg of missing(await readPublished(tx))) {
      await insertKey(tx, sealKey, alg)
      // Two keys stay published: tokens of an older key expired long ago.
      await tx.execute(sql`
        update signing_keys set retired_at = now() where alg = ${alg} and retired_at is null and kid in (
          select kid from signing_keys where alg = ${alg} and retired_at is null order by created_at desc offset 2)`)
    }
    return readPublished(tx)
  })
}

const missing = (rows: Row[]) =>
  (['RS256', 'ES256'] as const).filter((alg) => !rows.some((row) => row.alg === alg && !row.isOld))

/** The newest key that every server knows comes first; one that is not yet used, last. */
async function readPublished(db: Pick<Db, 'execute'>): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select kid, alg, sealed_private_jwk as "sealedPrivateJwk",
      created_at > now() - make_interval(mins => ${LEAD_MINUTES}) as "isWaiting",
      created_at < now() - make_interval(days => ${ROTATION_DAYS}) as "isOld"
    from signing_keys where retired_at is null order by alg desc, "isWaiting", created_at desc`)
  return rows
}

async function insertKey(db: Pick<Db, 'execute'>, sealKey: KeyObject, alg: Alg) {
  const kid = newId()
  const { privateKey } =
    alg === 'RS256' ? await generate('rsa', { modulusLength: 3072 }) : await generate('ec', { namedCurve: 'P-256' })
  const sealed = seal(sealKey, place(kid), JSON.stringify(privateKey.export({ format: 'jwk' })))
  await db.execute(sql`insert into signing_keys (kid, alg, sealed_private_jwk) values (${kid}, ${alg}, ${sealed})`)
}

const place = (kid: string) => `signing_keys|sealed_private_jwk|${kid}`
