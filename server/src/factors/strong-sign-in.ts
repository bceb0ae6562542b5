import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import {
  LACKING_BEGINS,
  needsPasskey,
  needsStrong,
  ownsPasskey,
  ownsStrongFactor,
  personNeeds,
} from '../identity/sign-in-demand.ts'
import { endOverActings } from '../sessions/acting.ts'

/** Condition on a person: they have a factor that makes a sign-in strong. @param userId SQL of the person's id */
export const hasStrongFactor = (userId: string): Sql => raw(ownsStrongFactor(userId))

/** A person who adds a factor has it at hand, so the session continues as if it had been opened with it. */
export async function noteStrongFactor(tx: Tx, sessionId: string, factor: 'passkey' | 'app'): Promise<void> {
  // An app that is added makes nothing less of a passkey that was used.
  const kept = factor === 'app' ? sql`case when is_strong then factor end` : sql`null`
  await tx.execute(
    sql`update sessions set is_strong = true, factor = coalesce(${kept}, ${factor}) where id = ${sessionId}`,
  )
}

/**
 * Call it after a passkey or an app is removed. Without any that is left, no session is strong any more, and none becomes so
 * again with a factor that another session adds. Actings end that needed one.
 */
export async function noteLostFactor(tx: Tx, userId: string): Promise<void> {
  await forgetBrowsers(tx, userId)
  await tx.execute(sql`
    update sessions set is_strong = ${hasStrongFactor('sessions.user_id')},
      factor = case when ${raw(ownsPasskey('sessions.user_id'))} or factor = 'app' then factor when factor = 'recovery' then 'app' end
    where user_id = ${userId} and is_strong and ended_at is null`)
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
  const { rows } = await tx.execute<{ lacksPasskey: boolean; lacksBoth: boolean }>(sql`
    select ${raw(`${personNeeds(needsPasskey, 'u.id')} and not ${ownsPasskey('u.id')}`)} as "lacksPasskey",
      ${raw(`${personNeeds(needsStrong, 'u.id')} and not ${ownsStrongFactor('u.id')}`)} as "lacksBoth"
    from users u where u.id = ${userId}`)
  const [lack] = rows
  if (lack?.lacksPasskey)
    throw new AppError('invalid_request', {
      msg: 'Add a passkey to your own account first. You would lose your permissions.',
    })
  if (lack?.lacksBoth)
    throw new AppError('invalid_request', {
      msg: 'Add a passkey or an authenticator app to your own account first. You would lose your permissions.',
    })
}

/** The days from which somebody will need a factor that they do not have; `null`: none is known. */
export type DemandDays = { strongSignInFrom: string | null; passkeyFrom: string | null }

export async function readDemandDays(on: Executor, userId: string, timeZone: string): Promise<DemandDays> {
  const { rows } = await on.execute<DemandDays>({
    name: 'read-demand-days',
    isLookUp: true,
    text: `select (min(at) filter (where not is_passkey) at time zone $2)::date::text as "strongSignInFrom",
        (min(at) filter (where is_passkey) at time zone $2)::date::text as "passkeyFrom"
      from (${LACKING_BEGINS}) l where l.user_id = $1`,
    values: [userId, timeZone],
  })
  return rows[0] as DemandDays
}

export async function hasAnyStrongFactor(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`select from users u where u.id = ${userId} and ${hasStrongFactor('u.id')}`)
  return rowCount === 1
}
