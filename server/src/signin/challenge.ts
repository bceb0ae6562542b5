import { type KeyObject, randomInt } from 'node:crypto'
import type { ErrorKey } from '@gatehouse/contract/errors.ts'
import sql from 'sql-template-tag'
import type { SignInTarget } from '../access/sign-in-target.ts'
import { newId } from '../crypto/ids.ts'
import { hmac, newSecret, secretHash } from '../crypto/secrets.ts'
import { type Executor, prepared, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type Challenge, type ChallengeRow, COLUMNS, toChallenge } from './challenge-row.ts'

export const CODE_MINUTES = 5
export const RESEND_SECONDS = 60
export const CHALLENGE_MINUTES = 10
/** The challenge of a registration stays open longer than that of a sign-in; each code still lives five minutes. */
const PROOF_HOURS = 24
const MAX_ATTEMPTS = 5
const MAX_SENDS = 5
const OPEN_SIGN_INS = 3

export type Purpose = 'login' | 'verify-email' | 'verify-phone' | 'change-email' | 'change-phone'

export type NewChallenge = {
  /** `null`: a decoy, so that asking for a code gives everyone the same answer. */
  userId: string | null
  signUpId: string | null
  /** The number that the code proves. */
  phoneNumber?: string
  /** The address that the code proves, of a person who has another one. */
  newEmail?: string
  ip: string
  fromBrowser: boolean
  rememberMe: boolean
  amr: string[]
  target: SignInTarget | null
  /** Its code is sent only when it is asked for: then at once. */
  isUnsent?: boolean
}

/** A code and its binding secret, before they are stored. */
export type IssuedCode = { id: string; purpose: Purpose; code: string; codeHash: Buffer; secret: string }

export function issueCode(key: KeyObject, purpose: Purpose): IssuedCode {
  const id = newId()
  const code = newCode()
  return { id, purpose, code, codeHash: codeHash(key, purpose, id, code), secret: newSecret() }
}

/** Opens a challenge for a code. An account has at most three open sign-ins: the oldest one is closed. */
export async function openChallenge(
  tx: Tx,
  { id, purpose, codeHash, secret }: IssuedCode,
  challenge: NewChallenge,
): Promise<void> {
  const {
    userId,
    signUpId,
    phoneNumber = null,
    newEmail = null,
    ip,
    fromBrowser,
    rememberMe,
    amr,
    target,
    isUnsent = false,
  } = challenge
  const minutes = purpose === 'verify-email' ? PROOF_HOURS * 60 : CHALLENGE_MINUTES
  await tx.execute(
    prepared('open-challenge')`
    with surplus as (
      select id from challenges where user_id = ${userId} and purpose = ${purpose} and spent_at is null and expires_at > now()
      order by created_at desc, id desc offset ${OPEN_SIGN_INS - 1}
    ), void as (update challenges set spent_at = now() where id in (select id from surplus))
    insert into challenges (id, purpose, secret_hash, user_id, sign_up_id, phone_number, new_email, ip, from_browser, code_hash, code_expires_at, expires_at,
      remember_me, amr, target, sends, code_sent_at)
    values (${id}, ${purpose}, ${secretHash(secret)}, ${userId}, ${signUpId}, ${phoneNumber}, ${newEmail}, ${ip}, ${fromBrowser}, ${codeHash},
      now() + make_interval(mins => ${isUnsent ? minutes : CODE_MINUTES}), now() + make_interval(mins => ${minutes}), ${rememberMe},
      ${amr}::text[], ${target === null ? null : JSON.stringify(target)}::jsonb, ${isUnsent ? 0 : 1},
      now() - make_interval(secs => ${isUnsent ? RESEND_SECONDS + 1 : 0}))`,
  )
}

/** How a caller identifies a challenge. */
export type Which =
  | { secret: string }
  /**
   * A caller without a binding secret: the newest challenge of the account from the same IP address, begun outside a
   * browser.
   */
  | { userId: string; ip: string }
  | { id: string }

/**
 * Makes a new code for an open challenge; the old one is void. The count of attempts starts again, the count of codes
 * does not. Returns `null` when there is no open challenge, its codes are used up, or the last code is too recent.
 */
export async function renewCode(
  tx: Tx,
  key: KeyObject,
  purpose: Purpose,
  which: Which,
): Promise<(Challenge & { code: string }) | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from challenges where ${isOpen(purpose, which)} and ${purpose === 'login' ? sql`sends < ${MAX_SENDS}` : sql`true`}
      and code_sent_at < now() - make_interval(secs => ${RESEND_SECONDS}) limit 1 for update`)
  const id = rows[0]?.id
  if (id === undefined) return null
  const code = newCode()
  const renewed = await tx.execute<ChallengeRow>(sql`
    update challenges set code_hash = ${codeHash(key, purpose, id, code)}, code_sent_at = now(), attempts = 0, sends = sends + 1,
      code_expires_at = now() + make_interval(mins => ${CODE_MINUTES}), expires_at = greatest(expires_at, now() + make_interval(mins => ${CODE_MINUTES}))
    where id = ${id} returning ${COLUMNS}`)
  return { ...toChallenge(renewed.rows[0] as ChallengeRow), code }
}

/**
 * Checks a code and spends its challenge.
 *
 * One conditional update counts the attempt and spends a right code, so that parallel guesses cannot share an attempt,
 * and of two equal submissions only one succeeds. Pass the database, or a batch that ends with this statement: a
 * rollback must not give the attempt back.
 *
 * @returns `null` when the code is wrong, expired, spent, guessed too often or was never sent: one answer for all
 */
export async function trySpendCode(
  db: Executor,
  key: KeyObject,
  purpose: Purpose,
  { id }: Pick<Held, 'id'>,
  code: string,
): Promise<Challenge | null> {
  const hash = codeHash(key, purpose, id, code)
  // When the account may no longer sign in this way, the challenge becomes void whatever the code. The comparison is of
  // keyed digests, not codes, so its timing reveals nothing.
  const { rows } = await db.execute<ChallengeRow & { is_right: boolean }>(
    prepared('spend-code')`
    update challenges set attempts = attempts + 1,
      spent_at = case when code_hash = ${hash} or not ${MAY_SIGN_IN} then now() end
    where id = ${id} and purpose = ${purpose} and spent_at is null and expires_at > now()
      and attempts < ${MAX_ATTEMPTS} and code_expires_at > now()
    returning ${COLUMNS}, code_hash = ${hash} and ${MAY_SIGN_IN} as is_right`,
  )
  const [challenge] = rows
  return challenge?.is_right ? toChallenge(challenge) : null
}

/** The same. @throws AppError otp_invalid */
export async function spendCode(...asked: Parameters<typeof trySpendCode>): Promise<Challenge> {
  const challenge = await trySpendCode(...asked)
  if (challenge === null) throw new AppError('otp_invalid')
  return challenge
}

/**
 * Spends the challenge of a sign-in that was completed by another factor than its code; `null` when it is over, or the
 * account may no longer sign in.
 */
export async function spendChallenge(db: Executor, { id }: Pick<Held, 'id'>): Promise<Challenge | null> {
  const { rows } = await db.execute<ChallengeRow>(
    prepared('spend-challenge')`
    update challenges set spent_at = now()
    where id = ${id} and purpose = 'login' and spent_at is null and expires_at > now() and ${MAY_SIGN_IN}
    returning ${COLUMNS}`,
  )
  return rows[0] === undefined ? null : toChallenge(rows[0])
}

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
const MAY_SIGN_IN = sql`(user_id is null or purpose <> 'login' or exists (
  select from users u where u.id = user_id and u.is_active and u.deleted_at is null
    and ('pwd' = any(amr) or (u.code_only and u.email_verified_at is not null))))`

/** Distinguishes the conditions of `isMeant`, so that each statement text is prepared under its own name. */
const formOf = (which: Which) => Object.keys(which).join('-')

const newCode = () => randomInt(0, 1_000_000).toString().padStart(6, '0')

/** Keyed (pepper), so that nobody can try the million codes against a leaked database (ADR 0006). */
function codeHash(key: KeyObject, purpose: Purpose, challengeId: string, code: string): Buffer {
  return hmac(key, purpose, challengeId, code)
}
