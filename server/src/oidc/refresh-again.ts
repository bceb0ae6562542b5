import type { KeyObject } from 'node:crypto'
import { hmac, secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'

/** For how long a used refresh token is accepted again (ADR 0029). */
const AGAIN_SECONDS = 30

/**
 * The successor of a refresh token. It is derived, so that it can be returned again although only its digest is stored;
 * without our key it cannot be computed.
 */
export const successorOf = (key: KeyObject, refreshToken: string): string =>
  hmac(key, 'successor', refreshToken).toString('base64url')

/**
 * Whether a used refresh token `t` may be used again, because its answer was lost or another tab was faster: not once
 * its successor has been used, and only for a short time. The successor may be missing for a moment, while the first
 * answer is being made.
 */
export const mayBeReused = (successorHash: string) => `
  t.consumed_at > now() - interval '${AGAIN_SECONDS} seconds'
  and not exists (select 1 from oidc_artifacts n where n.id_hash = ${successorHash} and n.consumed_at is not null)`

export async function isAnswerable(db: Db, key: KeyObject, refreshToken: string): Promise<boolean> {
  const { rowCount } = await db.execute({
    name: 'may-come-again',
    text: `select 1 from oidc_artifacts t where t.id_hash = $1 and t.model = 'RefreshToken' and ${mayBeReused('$2')}`,
    values: [secretHash(refreshToken), secretHash(successorOf(key, refreshToken))],
  })
  return rowCount === 1
}
