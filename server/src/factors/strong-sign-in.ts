import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { ownsStrongFactor, personNeedsStrong, STRONG_SIGN_IN_BEGINS } from '../identity/sign-in-demand.ts'
import { endOverActings } from '../sessions/acting.ts'

/** Condition on a person: they have a factor that makes a sign-in strong. @param userId SQL of the person's id */
export const hasStrongFactor = (userId: string): Sql => raw(ownsStrongFactor(userId))

/** A person who adds a factor has it at hand, so the session continues as if it had been opened with it. */
export async function noteStrongFactor(tx: Tx, sessionId: string): Promise<void> {
  await tx.execute(sql`update sessions set is_strong = true where id = ${sessionId}`)
}

/**
 * Call it after a passkey or an app is removed. Without any that is left, no session is strong any more, and none becomes so
 * again with a factor that another session adds. Actings end that needed one.
 */
export async function noteLostFactor(tx: Tx, userId: string): Promise<void> {
  await forgetBrowsers(tx, userId)
  await tx.execute(sql`
    update sessions set is_strong = false
    where user_id = ${userId} and is_strong and ended_at is null and not ${hasStrongFactor('sessions.user_id')}`)
  await endOverActings(tx)
}

/**
 * Call it after a change of what a role or client needs: the person who made it must be able to sign in so, or have until
 * its day to get ready.
 *
 * @throws AppError invalid_request
 */
export async function refuseOwnLoss(tx: Tx, userId: string | null): Promise<void> {
  if (userId === null) return
  const { rows } = await tx.execute(sql`
    select from users u where u.id = ${userId} and ${raw(personNeedsStrong('u.id'))} and not ${hasStrongFactor('u.id')}`)
  if (rows.length > 0)
    throw new AppError('invalid_request', {
      msg: 'Add a passkey or an authenticator app to your own account first. You would lose your permissions.',
    })
}

/** The day from which somebody without a strong factor will need one; `null`: none is known, or they have one. */
export async function readStrongSignInFrom(on: Executor, userId: string, timeZone: string): Promise<string | null> {
  const { rows } = await on.execute<{ day: string | null }>({
    name: 'read-strong-sign-in-from',
    isLookUp: true,
    text: `select (min(at) at time zone $2)::date::text as day from (${STRONG_SIGN_IN_BEGINS}) b
      where b.user_id = $1 and not ${ownsStrongFactor('$1')}`,
    values: [userId, timeZone],
  })
  return rows[0]?.day ?? null
}

export async function hasAnyStrongFactor(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from users u where u.id = ${userId} and ${hasStrongFactor('u.id')}`)
  return rowCount === 1
}
