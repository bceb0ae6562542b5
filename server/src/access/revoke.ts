import sql, { join, type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

/** Whose: all that is given must fit. */
export type TokenScope = { userId?: string; applicationId?: string; clientId?: string }

/** Ends launch tokens on their way, access tokens in use, and grants with all that hangs on them, at once. */
export async function revokeTokens(tx: Tx, { userId, applicationId, clientId }: TokenScope): Promise<void> {
  const conditions: Sql[] = []
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`)
  if (applicationId !== undefined) conditions.push(sql`application_id = ${applicationId}`)
  if (clientId !== undefined) conditions.push(sql`client_id = ${clientId}`)
  if (conditions.length === 0) throw new Error('tokens of nobody in particular')
  const scope = join(conditions, ' and ')
  // Redeemed ones stay: a second use of one must still be recognised as such.
  await tx.execute(
    sql`update launch_tokens set expires_at = now() where redeemed_at is null and expires_at > now() and ${scope}`,
  )
  // In this order: a redemption under way is waited for above, and what it has issued ends here.
  await tx.execute(
    sql`update access_tokens set revoked_at = now() where revoked_at is null and expires_at > now() and ${scope}`,
  )
  await tx.execute(
    sql`update oidc_grants set revoked_at = now() where revoked_at is null and expires_at > now() and ${scope}`,
  )
}
