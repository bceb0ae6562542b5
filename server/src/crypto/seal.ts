import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** A key that seals values. `id`: 32 hex digits, or `null` for the key of values that do not name theirs (ADR 0055). */
export type DataKey = { id: string | null; key: KeyObject }

/** The keys of sealed values. */
export type DataKeys = {
  /** Seals new values. */
  newest: () => DataKey
  /** Looks also for a key that another server has made. `null`: there is no such key. */
  find: (id: string | null) => Promise<KeyObject | null>
  /** Reads the keys that other servers have made. */
  reread: () => Promise<void>
}

/** A single key that is stored nowhere. */
export function oneDataKey(key: KeyObject): DataKeys {
  return {
    newest: () => ({ id: null, key }),
    find: async (id) => (id === null ? key : null),
    reread: async () => undefined,
  }
}

/** The first byte of a sealed value. `named`: the id of the data key follows. */
const FORM = { unnamed: 1, named: 2 } as const
const ID_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a value for the database with AES-256-GCM: form, id of the data key, nonce, tag, ciphertext.
 *
 * `place` is where the value is stored, as `table|column|row id`: a sealed value copied to another place does not open.
 */
export function seal(keys: DataKeys, place: string, plain: string): Buffer {
  const { id, key } = keys.newest()
  return Buffer.concat([headerOf(id), encrypt(key, place, Buffer.from(plain))])
}

/** @throws Error when the key, the place or the value differs from the one used for sealing */
export async function unseal(keys: DataKeys, place: string, sealed: Buffer): Promise<string> {
  const isNamed = sealed[0] === FORM.named
  if (!isNamed && sealed[0] !== FORM.unnamed) throw new Error(`sealed value of unknown form at ${place}`)
  const start = isNamed ? 1 + ID_BYTES : 1
  const key = await keys.find(isNamed ? sealed.toString('hex', 1, start) : null)
  if (key === null) throw new Error(`the data key of the sealed value at ${place} is not known`)
  return decrypt(key, place, sealed.subarray(start)).toString('utf8')
}

/** How every value begins that is sealed with this key. */
export const headerOf = (id: string | null): Buffer =>
  id === null ? Buffer.from([FORM.unnamed]) : Buffer.concat([Buffer.from([FORM.named]), Buffer.from(id, 'hex')])

/** Encrypts a key for its row, with a key that is never stored. */
export const wrap = (by: KeyObject, place: string, key: Buffer): Buffer =>
  Buffer.concat([Buffer.from([FORM.unnamed]), encrypt(by, place, key)])

/** @throws Error when it was wrapped by another key or for another row */
export const unwrap = (by: KeyObject, place: string, wrapped: Buffer): Buffer => decrypt(by, place, wrapped.subarray(1))

export const asKey = (bytes: Buffer): KeyObject => createSecretKey(bytes)

function encrypt(key: KeyObject, place: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function decrypt(key: KeyObject, place: string, bytes: Buffer): Buffer {
  const textStart = NONCE_BYTES + TAG_BYTES
  if (bytes.length < textStart) throw new Error(`sealed value is too short at ${place}`)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, textStart))
  return Buffer.concat([decipher.update(bytes.subarray(textStart)), decipher.final()])
}
