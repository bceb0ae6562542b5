import { type Db, prepared } from '../db/database.ts'
import { readSession } from '../sessions/sessions.ts'
import type { Payload } from './artifacts.ts'

/** How somebody signed in, as OpenID Connect says it: password and code together are `mfa` (RFC 8176). */
export const ACR = { one: 'urn:gatehouse:acr:1', two: 'urn:gatehouse:acr:2' }

export const acrOf = (amr: string[]) => (amr.length > 1 ? ACR.two : ACR.one)

type SignIn = { id: string; userId: string; amr: string[]; authenticatedAt: number; expiresAt: number }

/** The portal's session in the form of the provider's own: there is one, and it is the portal's. */
export async function findPortalSession(db: Db, secret: string): Promise<Payload | undefined> {
  // Also ends a session whose role has changed, and notes that this one is in use.
  const person = await readSession(db, 'cookie', secret)
  if (person === null) return undefined
  const { rows } = await db.execute<SignIn>(
    prepared('read-sign-in')`
    select id, user_id as "userId", amr, extract(epoch from authenticated_at)::int as "authenticatedAt",
      extract(epoch from expires_at)::int as "expiresAt"
    from sessions where id = ${person.sessionId} and ended_at is null`,
  )
  const [signIn] = rows
  if (signIn === undefined) return undefined
  return {
    kind: 'Session',
    jti: secret,
    uid: signIn.id,
    accountId: signIn.userId,
    loginTs: signIn.authenticatedAt,
    exp: signIn.expiresAt,
    amr: signIn.amr.length > 1 ? [...signIn.amr, 'mfa'] : signIn.amr,
    acr: acrOf(signIn.amr),
  }
}
