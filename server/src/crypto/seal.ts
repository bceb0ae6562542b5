import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a value for the database with AES-256-GCM: version, nonce, tag, ciphertext.
 *
 * `place` is where the value is stored, as `table|column|row id`: a sealed value copied to another place does not open.
 */
export function seal(key: KeyObject, place: string, plain: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when the key, the place or the value differs from the one used for sealing */
export function unseal(key: KeyObject, place: string, sealed: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error(`sealed value of unknown version at ${place}`)
  const tagStart = 1 + NONCE_BYTES
  const textStart = tagStart + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, tagStart))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(tagStart, textStart))
  return Buffer.concat([decipher.update(sealed.subarray(textStart)), decipher.final()]).toString('utf8')
}
