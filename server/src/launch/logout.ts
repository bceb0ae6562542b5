import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { getEndedSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { webOrigin } from '../access/redirects.ts'
import type { Deps } from '../deps.ts'
import { ENDED_SECONDS, readEndedCookie } from '../sessions/logout.ts'

type ByServer = Output<typeof getEndedSession>['applications'][number]['byServer']
type OpenedApplication = { id: string; name: string; logoutUrl: string | null; byServer: ByServer }

/**
 * The applications of the session that this browser has just ended, each with its front-channel logout address (OpenID
 * Connect Front-Channel Logout 1.0 §2) and the state of the back-channel notice from the server.
 */
export async function listOpened(
  { db, keys, config }: Pick<Deps, 'db' | 'keys' | 'config'>,
  cookie: string | undefined,
): Promise<OpenedApplication[]> {
  const ended = readEndedCookie({ keys }, cookie)
  if (ended === null) return []
  const { rows } = await db.execute<{ id: string; name: string; logoutUri: string; state: string | null }>(sql`
    select a.id, a.name, a.logout_uri as "logoutUri", (
      select case when m.state = 'ready' and m.last_error is not null then 'retrying' else m.state end from outbox m where m.session_id = s.id and m.application_id = a.id and m.acting_id is null
      order by m.created_at desc limit 1) as state
    from sessions s join opened_applications o on o.session_id = s.id join applications a on a.id = o.application_id
    where s.id = ${ended.sessionId} and s.ended_at > now() - make_interval(secs => ${ENDED_SECONDS})
      -- The application that asked for the logout knows of it: without a logout address it is not listed.
      and (a.id::text is distinct from ${ended.askedBy} or a.logout_uri <> '' or a.backchannel_logout_uri <> '')
    order by lower(a.name)`)
  return rows.map(({ id, name, logoutUri, state }) => ({
    id,
    name,
    logoutUrl: logoutUrl(logoutUri, config.publicUrl.origin, ended.sessionId),
    byServer: STATE_OF[state ?? ''] ?? null,
  }))
}

const STATE_OF: Record<string, ByServer> = { done: 'confirmed', ready: 'waiting', retrying: 'retrying', dead: 'failed' }

function logoutUrl(logoutUri: string, issuer: string, sessionId: string): string | null {
  if (webOrigin(logoutUri) === null) return null
  const url = new URL(logoutUri)
  url.searchParams.set('iss', issuer)
  url.searchParams.set('sid', sessionId)
  return url.href
}
