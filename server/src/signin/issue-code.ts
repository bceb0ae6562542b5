import { type KeyObject, randomInt } from 'node:crypto'
import { newId } from '../crypto/ids.ts'
import { hmac, newSecret } from '../crypto/secrets.ts'

export type Purpose = 'login' | 'verify-email' | 'verify-phone' | 'change-email' | 'change-phone'

/** A code and its binding secret, before they are stored. */
export type IssuedCode = { id: string; purpose: Purpose; code: string; codeHash: Buffer; secret: string }

export function issueCode(key: KeyObject, purpose: Purpose): IssuedCode {
  const id = newId()
  const code = newCode()
  return { id, purpose, code, codeHash: codeHash(key, purpose, id, code), secret: newSecret() }
}

export const newCode = () => randomInt(0, 1_000_000).toString().padStart(6, '0')

/** Keyed (pepper), so that nobody can try the million codes against a leaked database (ADR 0006). */
export function codeHash(key: KeyObject, purpose: Purpose, challengeId: string, code: string): Buffer {
  return hmac(key, purpose, challengeId, code)
}
