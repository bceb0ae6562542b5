import type { Executor } from '../db/database.ts'
import { NotWhileActing } from '../http/not-while-acting.ts'
import { readSignIn } from '../sessions/sessions.ts'
import type { Payload } from './artifacts.ts'

/** The authentication levels: password and code together are `mfa` (RFC 8176). */
export const ACR = { one: 'urn:gatehouse:acr:1', two: 'urn:gatehouse:acr:2' }

export const acrOf = (amr: string[]) => (amr.length > 1 ? ACR.two : ACR.one)

/**
 * The portal's session in the form of a library session: there is no other session.
 *
 * @throws NotWhileActing: an application gets neither the person, who is not there, nor the administrator, whose page
 * shows somebody else (ADR 0098)
 */
export async function findPortalSession(db: Executor, secret: string): Promise<Payload | undefined> {
  const found = await readSignIn(db, 'cookie', secret)
  if (found === null) return undefined
  const { person, signIn } = found
  if (person.acting !== null) throw new NotWhileActing()
  return {
    kind: 'Session',
    jti: secret,
    uid: person.sessionId,
    accountId: person.userId,
    loginTs: signIn.authenticatedAt,
    exp: signIn.expiresAt,
    amr: signIn.amr.length > 1 ? [...signIn.amr, 'mfa'] : signIn.amr,
    acr: acrOf(signIn.amr),
  }
}
