import type { EncryptionKey } from '@gatehouse/contract/session.ts'
import type { CryptoKey, JWK } from 'jose'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type DataKeys, seal, unseal } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'

const ROTATION_DAYS = 30
/** For how long requests to the former key are still read. */
const GRACE_HOURS = 24
const CACHE_MS = 60_000
/** An unknown key may have been made by another server; unknown keys cost at most one look-up in this time. */
const REREAD_MS = 1000
const ALGORITHM = 'ECDH-ES'
/** A number that no other program on the database uses for an advisory lock. */
const ROTATION_LOCK = 7_142_003

export type EncryptionKeys = {
  /** The keys that requests may be encrypted to, newest first. */
  published: () => Promise<EncryptionKey[]>
  find: (kid: string) => Promise<CryptoKey | null>
}

type StoredKey = { kid: string; publicJwk: EncryptionKey; sealedPrivateJwk: Buffer; isRetired: boolean }

/**
 * The key pairs of the envelope (requirement P14), stored in the database so that every server can read every request.
 */
export function makeEncryptionKeys(db: Db, sealKeys: DataKeys): EncryptionKeys {
  let cache: { keys: StoredKey[]; readAt: number } | null = null
  let reading: Promise<StoredKey[]> | null = null
  const imported = new Map<string, CryptoKey>()

  const read = async () => {
    const keys = await readOrRotate(db, sealKeys)
    cache = { keys, readAt: performance.now() }
    return keys
  }
  const usable = async (maxAgeMs = CACHE_MS): Promise<StoredKey[]> => {
    if (cache !== null && performance.now() - cache.readAt < maxAgeMs) return cache.keys
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
  return {
    published: async () => (await usable()).map(({ publicJwk }) => publicJwk),
    find: async (kid) => {
      const isMeant = (one: StoredKey) => one.kid === kid
      const key = (await usable()).find(isMeant) ?? (await usable(REREAD_MS)).find(isMeant)
      if (key === undefined) return null
      const known = imported.get(kid)
      if (known !== undefined) return known
      const jwk = JSON.parse(await unseal(sealKeys, place(kid), key.sealedPrivateJwk)) as JWK
      const { importJWK } = await import('jose')
      // A JWK of a key pair always imports as a CryptoKey, never as bytes.
      const privateKey = (await importJWK(jwk, ALGORITHM)) as CryptoKey
      imported.set(kid, privateKey)
      return privateKey
    },
  }
}

async function readOrRotate(db: Db, sealKeys: DataKeys): Promise<StoredKey[]> {
  const keys = await readUsable(db)
  if (keys[0] !== undefined && !keys[0].isRetired) return keys
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ROTATION_LOCK})`)
    const [newest] = await readUsable(tx)
    if (newest === undefined || newest.isRetired) await insertKey(tx, sealKeys)
    return readUsable(tx)
  })
}

/** The newest key and, for a day after its creation, the one before. */
async function readUsable(db: Pick<Db, 'execute'>): Promise<StoredKey[]> {
  const { rows } = await db.execute<StoredKey>(sql`
    with ranked as (select *, lag(created_at) over (order by created_at desc) as replaced_at from encryption_keys)
    select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk",
      created_at < now() - make_interval(days => ${ROTATION_DAYS}) as "isRetired"
    from ranked where replaced_at is null or replaced_at > now() - make_interval(hours => ${GRACE_HOURS})
    order by created_at desc`)
  return rows
}

async function insertKey(db: Pick<Db, 'execute'>, sealKeys: DataKeys) {
  const { exportJWK, generateKeyPair } = await import('jose')
  const kid = newId()
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { crv: 'P-256', extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'enc' }
  const sealed = seal(sealKeys, place(kid), JSON.stringify(await exportJWK(privateKey)))
  await db.execute(sql`
    insert into encryption_keys (kid, public_jwk, sealed_private_jwk) values (${kid}, ${JSON.stringify(publicJwk)}::jsonb, ${sealed})`)
}

const place = (kid: string) => `encryption_keys|sealed_private_jwk|${kid}`
