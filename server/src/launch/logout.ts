import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import { webOrigin } from '../access/redirects.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { equalBytes, hmac } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import type { Person } from '../http/actor.ts'
import { endSession } from '../sessions/sessions.ts'

/** How long after its end a session's applications are still told by the browser. */
export const ENDED_SECONDS = 300

export type OpenedApplication = { id: string; name: string; logoutUrl: string | null }

/** Ends a session; gives how many applications were opened in it (security note D13). */
export async function logout({ db }: Deps, person: Person): Promise<number> {
  return db.transaction(async (tx) => {
    await endSession(tx, person.sessionId, 'logout')
    await recordAudit(tx, {
      event: 'session.ended',
      actorId: person.userId,
      subjectId: person.userId,
      sessionId: person.sessionId,
    })
    const { rows } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from opened_applications where session_id = ${person.sessionId}`)
    return rows[0]?.count ?? 0
  })
}

/** Names an ended session to the browser that ended it, and to no other. */
export function endedCookie({ keys }: Deps, sessionId: string): string {
  return `${sessionId}.${signature(keys.csrf, sessionId)}`
}

/**
 * The applications of the session that this browser has just ended, each with the address that tells it
 * (OpenID Connect Front-Channel Logout 1.0 §2), or none.
 */
export async function listOpened({ db, keys, config }: Deps, cookie: string | undefined): Promise<OpenedApplication[]> {
  const [sessionId = '', signed = ''] = (cookie ?? '').split('.')
  if (!equalBytes(Buffer.from(signed), Buffer.from(signature(keys.csrf, sessionId)))) return []
  const { rows } = await db.execute<{ id: string; name: string; logoutUri: string }>(sql`
    select a.id, a.name, a.logout_uri as "logoutUri"
    from sessions s join opened_applications o on o.session_id = s.id join applications a on a.id = o.application_id
    where s.id = ${sessionId} and s.ended_at > now() - make_interval(secs => ${ENDED_SECONDS}) order by lower(a.name)`)
  return rows.map(({ id, name, logoutUri }) => ({
    id,
    name,
    logoutUrl: logoutUrl(logoutUri, config.publicUrl.origin, sessionId),
  }))
}

function logoutUrl(logoutUri: string, issuer: string, sessionId: string): string | null {
  if (webOrigin(logoutUri) === null) return null
  const url = new URL(logoutUri)
  url.searchParams.set('iss', issuer)
  url.searchParams.set('sid', sessionId)
  return url.href
}

const signature = (key: KeyObject, sessionId: string) => hmac(key, 'ended', sessionId).toString('base64url')
