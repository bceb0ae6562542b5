import type { KeyObject } from 'node:crypto'
import { readSignedParts, signParts } from './signed-parts.ts'

/** Mail is often read after a weekend or a holiday. */
const LOCK_LINK_SECONDS = 7 * 86_400

/**
 * What a link to lock an account says. `locks`: how often its owner had locked the account when the link was made, so
 * that one lock makes every link void. `expiresAt`: in seconds.
 */
export type LockToken = { userId: string; locks: number; expiresAt: number }

/** The secret of the link; nothing is stored. @param from when its time begins, by the clock of the database, in seconds */
export const makeLockToken = (key: KeyObject, userId: string, locks: number, from: number): string =>
  signParts(key, [userId, String(locks), String(Math.floor(from) + LOCK_LINK_SECONDS)])

/** @returns `null` for a text that this portal has not made. Whether it has expired, the database judges */
export function readLockToken(key: KeyObject, token: string): LockToken | null {
  const [userId = '', locks, expiresAt] = readSignedParts(key, token, 3) ?? []
  return userId === '' ? null : { userId, locks: Number(locks), expiresAt: Number(expiresAt) }
}
