import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { deleteAllAuthenticators } from './authenticators.ts'
import { deleteAllPasskeys } from './passkeys.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { noteLostFactor } from './strong-sign-in.ts'

export type DeletedFactors = { passkeys: number; authenticators: number; recoveryCodes: number }

/** Removes everything that a person signs in with besides the password. @returns how many there were */
export async function deleteAllFactors(tx: Tx, userId: string): Promise<DeletedFactors> {
  const passkeys = await deleteAllPasskeys(tx, userId)
  const authenticators = await deleteAllAuthenticators(tx, userId)
  return { passkeys, authenticators, recoveryCodes: await deleteRecoveryCodes(tx, userId) }
}

/** What is added in a transaction that has begun earlier, and waits for the person's lock, has an earlier time. */
const OVERLAP_SECONDS = 60

/** Removes what was added since a moment, or right before it. Recovery codes are made all at once. @returns how many there were */
export async function deleteFactorsSince(tx: Tx, userId: string, since: Date): Promise<DeletedFactors> {
  const isSince = sql`user_id = ${userId} and created_at > ${since}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS})`
  const { rowCount: passkeys } = await tx.execute(sql`delete from passkeys where ${isSince}`)
  const { rowCount: authenticators } = await tx.execute(sql`delete from authenticators where ${isSince}`)
  const { rows: made } = await tx.execute(sql`select 1 from recovery_codes where ${isSince} limit 1`)
  await noteLostFactor(tx, userId)
  const recoveryCodes = made.length > 0 ? await deleteRecoveryCodes(tx, userId) : 0
  return { passkeys: passkeys ?? 0, authenticators: authenticators ?? 0, recoveryCodes }
}
