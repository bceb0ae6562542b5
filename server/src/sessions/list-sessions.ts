import type { LiveSession } from '@gatehouse/contract/session.ts'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import { RUNNING_ACTING } from './acting.ts'
import { IS_IN_USE } from './in-use.ts'
import { IS_LIVE } from './sessions.ts'
import { describeUserAgent } from './user-agent.ts'

type Row = Omit<LiveSession, 'isCurrent' | 'browser' | 'system' | 'signedInAt' | 'lastSeenAt'> & {
  userAgent: string
  signedInAt: Date
  lastSeenAt: Date
}

/** The person `u` of a session `s`, with their role `r`. */
const OF_SESSION = raw(
  'join users u on u.id = s.user_id left join roles r on r.id = u.role_id and r.deleted_at is null',
)
/** The session signs its person in: only then somebody can act in it. */
const ACTS = raw(`(${IS_IN_USE} and s.role_id is not distinct from u.role_id)`)

/**
 * The live sessions of a person, the current one, if any, first, then by last use. Includes idle sessions that only the
 * applications opened in them still use, and administrators who act for the person, whose address and browser are not shown.
 */
export async function readLiveSessions(db: Db, userId: string, currentId: string | null): Promise<LiveSession[]> {
  const { rows } = await db.execute<Row>(sql`
    select * from (
      select s.id as "_id", s.kind, null as administrator, case when ${ACTS} then (
          select ${raw(fullNameIn('t'))} ${raw(RUNNING_ACTING)}) end as "actsFor", false as "mayChange",
        s.ip, s.user_agent as "userAgent", s.authenticated_at as "signedInAt", s.last_seen_at as "lastSeenAt", coalesce((
          select json_agg(json_build_object('_id', a.id, 'name', a.name, 'logo', a.logo) order by lower(a.name), a.id)
          from opened_applications o join applications a on a.id = o.application_id and a.deleted_at is null
          where o.session_id = s.id), '[]') as applications
      from sessions s ${OF_SESSION}
      where s.user_id = ${userId} and s.ended_at is null and s.expires_at > now() and ${IS_LIVE}
      union all
      select o.id, 'acting', ${raw(fullNameIn('u'))}, null, o.may_change, '', '', o.started_at, greatest(o.started_at, s.last_seen_at), '[]'
      from actings o join sessions s on s.id = o.session_id ${OF_SESSION}
      where o.user_id = ${userId} and o.ended_at is null and ${ACTS}
        and exists (select 1 ${raw(RUNNING_ACTING)} and a.id = o.id)) l
    order by "_id" is not distinct from ${currentId}::uuid desc, "lastSeenAt" desc, "_id"`)
  return rows.map(({ userAgent, signedInAt, lastSeenAt, ...session }) => ({
    ...session,
    ...describeUserAgent(userAgent),
    isCurrent: session._id === currentId,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}
