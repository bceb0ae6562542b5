import type { ErrorKey } from '@gatehouse/contract/errors.ts'
import sql from 'sql-template-tag'
import { secretHash } from '../crypto/secrets.ts'
import { type Executor, prepared } from '../db/database.ts'
import { MAX_ATTEMPTS, MAX_SENDS } from './challenge-limits.ts'
import type { Purpose } from './issue-code.ts'

/** How a caller identifies a challenge. */
export type Which =
  | { secret: string }
  /**
   * A caller without a binding secret: the newest challenge of the account from the same IP address, begun outside a
   * browser.
   */
  | { userId: string; ip: string }
  | { id: string }

/** The state of a caller's sign-in or proof of an address, found by its binding secret. */
export type Held = {
  id: string
  userId: string | null
  hasPassword: boolean
  state: 'open' | 'code-expired' | 'used-up' | 'over'
}

export const STATE = sql`case
  when spent_at is not null or expires_at <= now() then 'over'
  when attempts < ${MAX_ATTEMPTS} and code_expires_at > now() then 'open'
  when purpose = 'login' and sends >= ${MAX_SENDS} then 'over'
  when attempts >= ${MAX_ATTEMPTS} then 'used-up'
  else 'code-expired' end`

/** The caller's challenge, open or over; `null` when there is none. Reveals nothing about an account. */
export async function findHeld(db: Executor, purpose: Purpose, which: Which): Promise<Held | null> {
  const { rows } = await db.execute<Held>(
    prepared(`find-held-${formOf(which)}`)`
    select id, user_id as "userId", 'pwd' = any(amr) as "hasPassword", ${STATE} as state from challenges where ${isMeant(purpose, which)} order by spent_at is null desc, created_at desc limit 1`,
  )
  return rows[0] ?? null
}

/** The errors for a challenge whose codes can no longer be right; only the holder of the binding secret gets them. */
export const ERROR_OF = {
  open: 'otp_invalid',
  'code-expired': 'otp_expired',
  'used-up': 'otp_used_up',
  over: 'sign_in_expired',
} as const satisfies Record<Held['state'], ErrorKey>

/** A caller without a binding cookie can only use challenges that were begun outside a browser (requirement P3). */
function isMeant(purpose: Purpose, which: Which) {
  const ofPurpose = sql`purpose = ${purpose}`
  if ('secret' in which) return sql`${ofPurpose} and secret_hash = ${secretHash(which.secret)}`
  if ('id' in which) return sql`${ofPurpose} and id = ${which.id}`
  return sql`${ofPurpose} and user_id = ${which.userId} and ip = ${which.ip} and not from_browser`
}

export function isOpen(purpose: Purpose, which: Which) {
  return sql`${isMeant(purpose, which)} and spent_at is null and expires_at > now() and ${MAY_SIGN_IN}`
}

/**
 * Whether the account may still sign in this way: a code is void when the account is deactivated or deleted, or no
 * longer allowed to sign in by code alone. Decoys pass, so that they behave alike, although no code opens them.
 */
export const MAY_SIGN_IN = sql`(user_id is null or purpose <> 'login' or exists (
  select from users u where u.id = user_id and u.is_active and u.deleted_at is null
    and ('pwd' = any(amr) or (u.code_only and u.email_verified_at is not null))))`

/** Distinguishes the conditions of `isMeant`, so that each statement text is prepared under its own name. */
const formOf = (which: Which) => Object.keys(which).join('-')
