import { revokeTokens } from '../access/revoke.ts'
import type { Tx } from '../db/database.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { lockPerson, voidSecrets } from '../identity/users.ts'
import type { By } from './acting.ts'
import { type EndReason, endSessionsOfUser } from './sessions.ts'

/** With these, codes and links end as well: of a former password, and of an account that may be given back. */
const VOIDING: readonly EndReason[] = ['password-changed', 'password-reset', 'deactivated', 'suspended', 'deleted']

/**
 * Ends a person's sessions and tokens at once (requirements C14 and P8), also the tokens that outlive sessions; one
 * session may be kept, with its tokens. Remembered browsers are forgotten, all of them. A sign-in under way either comes first,
 * and ends too, or finds what the caller has changed.
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
  if (VOIDING.includes(reason)) await voidSecrets(tx, userId)
  const { sessions, actings } = await endSessionsOfUser(tx, userId, reason, { except }, by)
  const lasting = await revokeTokens(tx, { userId, ...(except === null ? {} : { exceptSessionId: except }) })
  const browsers = await forgetBrowsers(tx, userId)
  return { sessions, actings, isAnything: sessions.length + lasting + browsers > 0 }
}

/**
 * Ends what a person still has when their account is given back: a sign-in under way when it was taken away may have opened a session
 * afterwards.
 */
export async function endWhatIsLeft(tx: Tx, userId: string, by: By): Promise<void> {
  await endAccess(tx, userId, 'ended-by-administrator', { by })
  await voidSecrets(tx, userId)
}
