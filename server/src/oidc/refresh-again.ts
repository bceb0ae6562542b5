import type { KeyObject } from 'node:crypto'
import { hmac, secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'

/** How long a used refresh token answers again (ADR 0029). */
const AGAIN_SECONDS = 30

/**
 * The refresh token that comes after one. It is derived, so that it can be given again although nothing but its digest is
 * stored; without our key nobody gets from one to the next.
 */
export const successorOf = (key: KeyObject, refreshToken: string): string =>
  hmac(key, 'successor', refreshToken).toString('base64url')

/**
 * Whether a refresh token `t` that was used may be used again: its answer was lost, or another tab was faster. Not once
 * its successor is in use, and not later. The successor may be missing for a moment, while the first answer is made.
 */
export const mayComeAgain = (successorHash: string) => `
  t.consumed_at > now() - interval '${AGAIN_SECONDS} seconds'
  and not exists (select 1 from oidc_artifacts n where n.id_hash = ${successorHash} and n.consumed_at is not null)`

export async function isAnswerable(db: Db, key: KeyObject, refreshToken: string): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'may-come-again',
    text: `select 1 from oidc_artifacts t where t.id_hash = $1 and t.model = 'RefreshToken' and ${mayComeAgain('$2')}`,
    values: [secretHash(refreshToken), secretHash(successorOf(key, refreshToken))],
  })
  return rowCount === 1
}
