import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import type { SignInTarget } from '../access/sign-in-target.ts'
import { secretHash } from '../crypto/secrets.ts'
import { prepared, type Tx } from '../db/database.ts'
import {
  CHALLENGE_MINUTES,
  CODE_MINUTES,
  MAX_SENDS,
  OPEN_SIGN_INS,
  PROOF_HOURS,
  RESEND_SECONDS,
} from './challenge-limits.ts'
import { type Challenge, type ChallengeRow, COLUMNS, toChallenge } from './challenge-row.ts'
import { isOpen, type Which } from './find-challenge.ts'
import { codeHash, type IssuedCode, newCode, type Purpose } from './issue-code.ts'

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
