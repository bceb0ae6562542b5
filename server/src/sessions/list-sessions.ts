import type { LiveSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { IS_LIVE } from './sessions.ts'
import { describeUserAgent } from './user-agent.ts'

type Row = Omit<LiveSession, 'isCurrent' | 'browser' | 'system' | 'signedInAt' | 'lastSeenAt'> & {
  userAgent: string
  signedInAt: Date
  lastSeenAt: Date
}

/**
 * The live sessions of a person, the current one, if any, first, then by last use. Includes idle sessions that only the
 * applications opened in them still use.
 */
export async function readLiveSessions(db: Db, userId: string, currentId: string | null): Promise<LiveSession[]> {
  const { rows } = await db.execute<Row>(sql`
    select s.id as "_id", s.kind, s.ip, s.user_agent as "userAgent", s.authenticated_at as "signedInAt",
      s.last_seen_at as "lastSeenAt", coalesce((
        select json_agg(json_build_object('_id', a.id, 'name', a.name, 'logo', a.logo) order by lower(a.name), a.id)
        from opened_applications o join applications a on a.id = o.application_id and a.deleted_at is null
        where o.session_id = s.id), '[]') as applications
    from sessions s
    where s.user_id = ${userId} and s.ended_at is null and s.expires_at > now() and ${IS_LIVE}
    order by s.id is not distinct from ${currentId}::uuid desc, s.last_seen_at desc, s.id`)
  return rows.map(({ userAgent, signedInAt, lastSeenAt, ...session }) => ({
    ...session,
    ...describeUserAgent(userAgent),
    isCurrent: session._id === currentId,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}
