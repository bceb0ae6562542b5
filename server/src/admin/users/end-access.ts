import { revokeTokens } from '../../access/revoke.ts'
import type { Tx } from '../../db/database.ts'
import { type EndReason, endSessionsOfUser } from '../../sessions/sessions.ts'

/**
 * Ends a person's sessions and tokens at once (decision C14). Also for when they come back: a sign-in that was under way
 * while they were put out may have opened a session since.
 */
export async function endAccess(tx: Tx, userId: string, reason: EndReason): Promise<void> {
  await endSessionsOfUser(tx, userId, reason)
  await revokeTokens(tx, { userId })
}
