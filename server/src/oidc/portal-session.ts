import sql from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import { NotWhileActing } from '../http/not-while-acting.ts'
import { readSignIn } from '../sessions/sessions.ts'
import type { Payload } from './artifacts.ts'

/** The authentication levels: password and code together are `mfa` (RFC 8176). */
export const ACR = { one: 'urn:gatehouse:acr:1', two: 'urn:gatehouse:acr:2' }

export const acrOf = (amr: string[]) => (amr.length > 1 ? ACR.two : ACR.one)

/** Of the two steps only the password was given, in a remembered browser. */
export const isByPasswordAlone = (amr: readonly string[]): boolean => amr.length === 1 && amr[0] === 'pwd'

/** Kept in the session that the library sees: the acting in it, with the session that it is in (ADR 0103). */
type State = { acting: { id: string; sessionId: string } }

/** The acting in which a request for a code is made; `null`: people ask for themselves. */
export const actingOf = (session: { readonly state?: unknown } | Payload | undefined): State['acting'] | null =>
  (session?.state as State | undefined)?.acting ?? null

/**
 * The portal's session in the form of a library session: there is no other session. While an administrator acts for somebody,
 * it is a session of that person with the id of the acting, and says nothing about how they signed in: they did not.
 *
 * @param applicationId the application that asks; `null`: not known
 * @throws NotWhileActing while somebody acts, except for an application that may be opened then
 */
export async function findPortalSession(
  db: Executor,
  secret: string,
  applicationId: string | null,
): Promise<Payload | undefined> {
  const found = await readSignIn(db, 'cookie', secret)
  if (found === null) return undefined
  const { person, signIn } = found
  const { acting, sessionId, userId: accountId } = person
  const own = { kind: 'Session', jti: secret, accountId }
  if (acting !== null) {
    if (applicationId === null || !(await opensWhileActing(db, applicationId))) throw new NotWhileActing()
    const state: State = { acting: { id: acting.id, sessionId } }
    return { ...own, uid: acting.id, exp: Math.floor(Date.parse(acting.until) / 1000), state }
  }
  return {
    ...own,
    uid: sessionId,
    loginTs: signIn.authenticatedAt,
    exp: signIn.expiresAt,
    amr: signIn.amr.length > 1 ? [...signIn.amr, 'mfa'] : signIn.amr,
    acr: acrOf(signIn.amr),
  }
}

async function opensWhileActing(db: Executor, applicationId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from applications a where a.id::text = ${applicationId} and a.opens_while_acting and a.deleted_at is null`)
  return rowCount === 1
}
