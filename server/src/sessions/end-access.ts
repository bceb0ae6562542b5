import { revokeTokens } from '../access/revoke.ts'
import type { Tx } from '../db/database.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { lockPerson, voidSecrets } from '../identity/users.ts'
import type { By } from './acting.ts'
import { type EndReason, endSessionsOfUser } from './sessions.ts'

/** Codes and links end as well, so that none of them works when the account is given back. */
const ENDS_OF_AN_ACCOUNT: readonly EndReason[] = ['deactivated', 'suspended', 'deleted']

/**
 * Ends a person's sessions and tokens at once (requirements C14 and P8), also the tokens that outlive sessions; one
 * session may be kept, with its tokens. Remembered browsers are forgotten, all of them. A sign-in under way either comes first,
 * and ends too, or finds what the caller has changed. Call it again when the person is restored: a sign-in under way at the
 * deletion may have opened a session afterwards.
 *
 * @returns the sessions that ended, how many acted for the person, and whether there was anything else to end
 */
export async function endAccess(
  tx: Tx,
  userId: string,
  reason: EndReason,
  { except = null, by }: { except?: string | null; by?: By } = {},
): Promise<{ sessions: string[]; actings: number; isAnything: boolean }> {
  await lockPerson(tx, userId)
  if (ENDS_OF_AN_ACCOUNT.includes(reason)) await voidSecrets(tx, userId)
  const { sessions, actings } = await endSessionsOfUser(tx, userId, reason, { except }, by)
  const lasting = await revokeTokens(tx, { userId, ...(except === null ? {} : { exceptSessionId: except }) })
  const browsers = await forgetBrowsers(tx, userId)
  return { sessions, actings, isAnything: sessions.length + lasting + browsers > 0 }
}
