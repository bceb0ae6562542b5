import sql, { raw } from 'sql-template-tag'
import { webOrigin } from '../access/redirects.ts'
import { SUBJECT_RULE, type SubjectRule, subjectOf } from '../access/subject.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { callOutbound } from '../outbound/call-outbound.ts'
import type { Due, Handler } from '../outbox/types.ts'

/**
 * The back-off is short: the person may wait on the logout page, and the application's own session ends by itself
 * (requirement P13).
 */
const RETRY_SECONDS = [5, 30, 120, 600]

const TOKEN_SECONDS = 120
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

type LogoutNotice = { uri: string; userId: string; signedWith: string; subject: SubjectRule; now: number }

/**
 * Notifies an application of the end of a session, with a logout token signed at each attempt (OpenID Connect
 * Back-Channel Logout 1.0 §2.4). A retry has the same `jti`. Any answer but 2xx is retried.
 */
export function logoutHandler({
  db,
  config,
  keys,
  signingKeys,
}: Pick<Deps, 'db' | 'config' | 'keys' | 'signingKeys'>): Handler {
  const deliver = async ({ id, sessionId, actingId, applicationId }: Due) => {
    const { rows } = await db.execute<LogoutNotice>(sql`
      select extract(epoch from now())::int as now, a.backchannel_logout_uri as uri, ${raw(SUBJECT_RULE)} as subject,
        coalesce(x.user_id, s.user_id) as "userId", a.id_token_alg as "signedWith"
      from applications a, sessions s left join actings x on x.id = ${actingId}
      where a.id = ${applicationId} and s.id = ${sessionId}`)
    if (rows[0] === undefined || webOrigin(rows[0].uri) === null)
      throw new Error('the application has no back-channel logout URI')
    const { uri: url, userId, signedWith, subject, now } = rows[0]
    // The same algorithm as for the application's identity tokens.
    const key = (await signingKeys.published()).find(({ alg }) => alg === signedWith)
    if (key === undefined) throw new Error('there is no key to sign with')
    const { SignJWT } = await import('jose')
    const token = await new SignJWT({ sid: actingId ?? sessionId, events: { [EVENT]: {} } })
      .setProtectedHeader({ alg: key.alg, typ: 'logout+jwt', kid: key.kid })
      .setIssuer(config.publicUrl.origin)
      .setAudience(applicationId)
      .setSubject(subjectOf(keys.subject, subject, userId))
      .setJti(id)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(key.key)
    const body = new URLSearchParams({ logout_token: token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return callOutbound({ target: new URL(url).host, url, headers, body }, config)
  }
  return {
    retrySeconds: RETRY_SECONDS,
    deliver,
    abandon: (tx, { sessionId, applicationId: subjectId }, reason) =>
      recordAudit(tx, { event: 'oidc.logout-undelivered', subjectId, sessionId, detail: { reason } }),
  }
}
