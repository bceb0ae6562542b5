import type { KeyObject } from 'node:crypto'
import { type Executor, prepared } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { MAX_ATTEMPTS } from './challenge-limits.ts'
import { type Challenge, type ChallengeRow, COLUMNS, toChallenge } from './challenge-row.ts'
import { type Held, MAY_SIGN_IN } from './find-challenge.ts'
import { codeHash, type Purpose } from './issue-code.ts'

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
