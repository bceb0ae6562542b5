import sql, { type Sql } from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import { prepared, type Tx } from '../db/database.ts'
import { LIFETIMES } from './lifetimes.ts'
import { type EndReason, endSessions, newSessionSecret, type OpenedSession, renewSession } from './sessions.ts'

const SESSIONS_PER_USER = 10

export type NewSession = {
  userId: string
  kind: 'cookie' | 'bearer'
  ip: string
  userAgent: string
  amr: string[]
  /** What makes it strong; `null`: nothing does. */
  factor: 'passkey' | 'app' | 'recovery' | null
  rememberMe: boolean
}

/**
 * SQL that records a sign-in. Returns it as `signed_in`: the person, their role, their previous sign-in, and for how
 * many seconds the session lasts without use and in total. A person with a console permission gets an administrator's
 * lifetime, even with "remember me".
 */
function signedIn({ userId, rememberMe }: NewSession): Sql {
  const { user, administrator, remembered } = LIFETIMES
  return sql`
    before as (select id, role_id, last_sign_in_at from users where id = ${userId} for no key update),
    noted as (
      update users u set last_sign_in_at = now() from before where u.id = before.id
      returning u.id, u.role_id, before.last_sign_in_at as previous,
        exists (select 1 from role_permissions rp where rp.role_id = u.role_id) as administers),
    signed_in as (
      select *, ${rememberMe} and not administers as remembered,
        case when administers then ${administrator.idleSeconds}::int
          when ${rememberMe} then ${remembered.idleSeconds}::int else ${user.idleSeconds}::int end as idle,
        case when administers then ${administrator.totalSeconds}::int
          when ${rememberMe} then ${remembered.totalSeconds}::int else ${user.totalSeconds}::int end as total
      from noted)`
}

/** The id and secret of a new session, made before it is stored, so that the same round trip can open and read it. */
export const freshSession = ({ kind }: Pick<NewSession, 'kind'>) => ({ id: newId(), secret: newSessionSecret(kind) })

type Fresh = ReturnType<typeof freshSession>

/** Opens a session when it affects no other session (see `touchesAnother`). */
export async function insertSession(tx: Tx, session: NewSession, { id, secret }: Fresh): Promise<OpenedSession> {
  const { rows } = await tx.execute<{ remembered: boolean }>(
    prepared('open-session')`
    with ${signedIn(session)}
    insert into sessions (id, secret_hash, kind, user_id, role_id, ip, user_agent, amr, is_strong, factor, remember_me, idle_seconds, expires_at, previous_sign_in_at)
    select ${id}::uuid, ${secretHash(secret)}::bytea, ${session.kind}, id, role_id, ${session.ip}, ${session.userAgent},
      ${session.amr}::text[], ${session.factor !== null}::boolean, ${session.factor}::text, remembered, idle, now() + make_interval(secs => total), previous
    from signed_in returning remember_me as remembered`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a session for a user that does not exist')
  return { id, secret, rememberSeconds: row.remembered ? LIFETIMES.remembered.totalSeconds : null }
}

/** Whether opening a session ends another one, or continues the one whose secret the browser had before. */
export const touchesAnother = (userId: string, formerSecret: string | undefined): Sql => sql`(
  (select count(*) from sessions where user_id = ${userId} and ended_at is null and expires_at > now()) >= ${SESSIONS_PER_USER}
  or exists (select from sessions where secret_hash = ${formerSecret === undefined ? null : secretHash(formerSecret)}::bytea
    and ended_at is null and expires_at > now()))`

/** Opens a session. When the person then has too many, the oldest one ends. */
export async function openSession(
  tx: Tx,
  session: NewSession,
  fresh: Fresh = freshSession(session),
): Promise<OpenedSession> {
  const surplus = sql`s.id in (
    select id from sessions where user_id = ${session.userId} and ended_at is null and expires_at > now()
    order by created_at desc, id desc offset ${SESSIONS_PER_USER})`
  const [opened, ended] = await Promise.all([
    insertSession(tx, session, fresh),
    endSessions(tx, surplus, 'too-many-sessions', 'end-surplus-sessions'),
  ])
  for (const one of ended) await noteEnd(tx, one, session.userId, 'too-many-sessions')
  return opened
}

/** Records the end of a session that its person did not ask for. */
async function noteEnd(tx: Tx, sessionId: string, userId: string, reason: EndReason): Promise<void> {
  await recordAudit(tx, { event: 'session.ended', actorId: userId, subjectId: userId, sessionId, detail: { reason } })
}

/**
 * Continues the person's own session when they sign in again in the same browser, even when it was idle for too long:
 * it gets a new secret and a new lifetime, so that the applications opened in it stay and are notified of its end. The
 * session of another person ends.
 * `null`: the caller must open a new one.
 */
export async function reopenSession(tx: Tx, formerSecret: string, session: NewSession): Promise<OpenedSession | null> {
  const { rows } = await tx.execute<Former>(sql`
    select s.id, s.user_id as "userId", s.kind, s.role_id is distinct from u.role_id as "roleChanged"
    from sessions s join users u on u.id = s.user_id
    where s.secret_hash = ${secretHash(formerSecret)} and s.ended_at is null and s.expires_at > now()
    for update of s`)
  const [former] = rows
  if (former === undefined) return null
  if (former.userId !== session.userId || former.roleChanged) {
    const reason = former.roleChanged ? 'role-changed' : 'replaced'
    const ended = await endSessions(tx, sql`s.id = ${former.id}`, reason, 'end-session')
    for (const one of ended) await noteEnd(tx, one, former.userId, reason)
    return null
  }
  await tx.execute(sql`
    with ${signedIn(session)}
    update sessions s set authenticated_at = now(), last_seen_at = now(), previous_sign_in_at = previous,
      amr = ${session.amr}::text[], is_strong = ${session.factor !== null}::boolean, factor = ${session.factor}::text, ip = ${session.ip}, user_agent = ${session.userAgent},
      remember_me = remembered, idle_seconds = idle, expires_at = now() + make_interval(secs => total)
    from signed_in where s.id = ${former.id}`)
  return renewSession(tx, former.id, former.kind)
}

type Former = { id: string; userId: string; kind: 'cookie' | 'bearer'; roleChanged: boolean }
