import { revokeTokens } from '../access/revoke.ts'
import type { Tx } from '../db/database.ts'
import { type EndReason, endSessionsOfUser } from './sessions.ts'

/**
 * Ends a person's sessions and tokens at once (requirements C14 and P8), those that outlive sessions too; one
 * session may be kept, with its tokens. Also for when they come back: a sign-in that was under way while they were put
 * out may have opened a session since.
 *
 * @returns the sessions that ended, and whether there was anything to end
 */
export async function endAccess(
  tx: Tx,
  userId: string,
  reason: EndReason,
  { except = null }: { except?: string | null } = {},
): Promise<{ sessions: string[]; isAnything: boolean }> {
  const sessions = await endSessionsOfUser(tx, userId, reason, { except })
  const lasting = await revokeTokens(tx, { userId, ...(except === null ? {} : { exceptSessionId: except }) })
  return { sessions, isAnything: sessions.length + lasting > 0 }
}
