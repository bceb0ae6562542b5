import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new 256-bit secret as base64url. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The form in which a random secret is stored, so that a leaked database reveals none. */
export const secretHash = (secret: string) => hash('sha256', secret, 'buffer')

export const hmac = (key: KeyObject, ...parts: string[]) => createHmac('sha256', key).update(parts.join('\0')).digest()

/** Compares in constant time; values of different length are never equal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
