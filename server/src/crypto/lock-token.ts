import type { KeyObject } from 'node:crypto'
import { equalBytes, hmac } from './secrets.ts'

/** Mail is often read after a weekend or a holiday. */
const LOCK_LINK_SECONDS = 7 * 86_400

/**
 * What a link to lock an account says. `locks`: how often its owner had locked the account when the link was made, so
 * that one lock makes every link void. `expiresAt`: in seconds.
 */
export type LockToken = { userId: string; locks: number; expiresAt: number }

/** The secret of the link, without a dot, since a path with one names a file; nothing is stored. @param from when its time begins, by the clock of the database, in seconds */
export function makeLockToken(key: KeyObject, userId: string, locks: number, from: number): string {
  const parts = [userId, String(locks), String(Math.floor(from) + LOCK_LINK_SECONDS)]
  return [...parts, sign(key, parts)].join('_')
}

/** @returns `null` for a text that this portal has not made. Whether it has expired, the database judges */
export function readLockToken(key: KeyObject, token: string): LockToken | null {
  const [userId = '', locks = '', expiresAt = '', signature = ''] = token.split('_')
  const isGenuine = equalBytes(Buffer.from(signature), Buffer.from(sign(key, [userId, locks, expiresAt])))
  return isGenuine ? { userId, locks: Number(locks), expiresAt: Number(expiresAt) } : null
}

const sign = (key: KeyObject, parts: string[]) => hmac(key, ...parts).toString('hex')
