import { fullName } from '@gatehouse/contract/people.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import type { SessionEndReason } from '@gatehouse/contract/session.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { enqueueLogouts } from '../access/logout-notices.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import { type Db, type Executor, prepared, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { isRecentSignIn, isTooWeak, lacksPasskey } from '../identity/sign-in-demand.ts'
import { type By, endActings, endActingsIn, READ_ACTING, type ReadActing } from './acting.ts'
import { IS_IN_USE } from './in-use.ts'

/** The prefix distinguishes bearer secrets from cookie secrets, so that neither is mistaken for the other. */
export const BEARER_PREFIX = 'eat_'

/** Reasons that end a session before its time. */
export type EndReason = Exclude<SessionEndReason, 'idle' | 'expired'>

export type OpenedSession = { id: string; secret: string; rememberSeconds: number | null }

/**
 * Condition on a session `s` that has not expired: it is not idle for too long, or applications opened in it may go on.
 */
export const IS_LIVE = raw(`(s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
  or exists (select 1 from opened_applications o where o.session_id = s.id))`)

/** How and when a person signed in; times in seconds since 1970. */
export type SignIn = { amr: string[]; authenticatedAt: number; expiresAt: number }

type SessionRow = SignIn & {
  id: string
  kind: 'cookie' | 'bearer'
  previousSignInAt: Date | null
  isStale: boolean
  roleChanged: boolean
  userId: string
  email: string
  firstName: string
  lastName: string
  phoneNumber: string
  cPortalId: string
  userName: string
  profileImage: string
  role: string | null
  permissions: string[] | null
  isTooWeak: boolean
  lacksPasskey: boolean
  mustConfirm: boolean
  acting: ReadActing | null
}

/** Everything that a request needs to know about its caller, in one look-up by an index. */
const READ = `
  select s.id, s.kind, s.previous_sign_in_at as "previousSignInAt",
    s.last_seen_at not between now() - interval '1 minute' and now() + interval '1 minute' as "isStale",
    s.role_id is distinct from u.role_id as "roleChanged", s.amr,
    extract(epoch from s.authenticated_at)::int as "authenticatedAt", extract(epoch from s.expires_at)::int as "expiresAt",
    u.id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName", u.phone_number as "phoneNumber",
    u.c_portal_id as "cPortalId", u.user_name as "userName", u.profile_image as "profileImage", r.name as role,
    r.id is not null and ${isTooWeak} as "isTooWeak", r.id is not null and ${lacksPasskey} as "lacksPasskey",
    r.confirm_minutes is not null and not ${isRecentSignIn('r.confirm_minutes')} as "mustConfirm",
    case when r.status = 'ACTIVE' then array(
      select p.name from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.status = 'ACTIVE' and p.deleted_at is null) end as permissions,
    ${READ_ACTING} as acting
  from sessions s
    join users u on u.id = s.user_id
    left join roles r on r.id = u.role_id and r.deleted_at is null
  where s.secret_hash = $1 and s.kind = $2 and ${IS_IN_USE}`

/** The person of a session secret, or `null`. `isUse`: the session is used by this, so that it ends later. */
export async function readSession(
  db: Db | Tx,
  kind: 'cookie' | 'bearer',
  secret: string,
  isUse = true,
): Promise<Person | null> {
  return (await readSignIn(db, kind, secret, isUse))?.person ?? null
}

/**
 * The same, with how they signed in. Ends a session whose person has got another role since (requirement S10), and an acting
 * that is over: what ended it may be taken back, and it must not go on then.
 */
export async function readSignIn(
  db: Executor,
  kind: 'cookie' | 'bearer',
  secret: string,
  isUse = true,
): Promise<{ person: Person; signIn: SignIn } | null> {
  const { rows } = await db.execute<SessionRow>({
    name: 'read-session',
    isLookUp: true,
    text: READ,
    values: [secretHash(secret), kind],
  })
  const row = rows[0]
  if (row === undefined) return null
  if (row.roleChanged) {
    await endActingsIn(db, row.id, { cause: 'role-changed' })
    await endSession(db, row.id, 'role-changed')
    return null
  }
  const over = row.acting?.over ?? null
  if (row.acting !== null && over !== null) await endActings(db, sql`a.id = ${row.acting.id}`, { cause: over })
  if (isUse && row.isStale) await db.execute(sql`update sessions set last_seen_at = now() where id = ${row.id}`)
  const { userId, email, firstName, lastName, phoneNumber, cPortalId, userName, profileImage } = row
  const { amr, authenticatedAt, expiresAt } = row
  const person: Person = {
    kind: 'person',
    sessionId: row.id,
    userId,
    user: { _id: userId, email, firstName, lastName, phoneNumber, cPortalId, userName, profileImage },
    role: row.role ?? USER_ROLE,
    ...(row.isTooWeak
      ? { permissions: [], lacksStrongSignIn: (row.permissions ?? []).length > 0 }
      : { permissions: row.permissions ?? [], lacksStrongSignIn: false }),
    lacksPasskey: row.lacksPasskey,
    mustConfirm: row.mustConfirm,
    via: row.kind,
    lastSignInAt: row.previousSignInAt,
    acting: null,
  }
  const who = row.acting === null || over !== null ? person : actedFor(person, row.acting)
  return { person: who, signIn: { amr, authenticatedAt, expiresAt } }
}

/** The person for whom an administrator acts: never with permissions, so that the console stays closed. */
function actedFor({ userId: actorId, user: { firstName, lastName }, ...session }: Person, acting: ReadActing): Person {
  return {
    ...{ kind: 'person', sessionId: session.sessionId, via: session.via, userId: acting.user._id, user: acting.user },
    ...{
      role: acting.role ?? USER_ROLE,
      permissions: [],
      lacksStrongSignIn: false,
      lacksPasskey: false,
      mustConfirm: false,
    },
    lastSignInAt: null,
    acting: {
      ...{ id: acting.id, actorId, administrator: fullName({ firstName, lastName }) },
      ...{ until: new Date(acting.until).toISOString(), mayChange: acting.mayChange },
    },
  }
}

export const newSessionSecret = (kind: 'cookie' | 'bearer') => (kind === 'bearer' ? BEARER_PREFIX : '') + newSecret()

/** Gives a session a new secret, for example after a change of password; the old one is void at once. */
export async function renewSession(tx: Tx, sessionId: string, kind: 'cookie' | 'bearer'): Promise<OpenedSession> {
  const secret = newSessionSecret(kind)
  const { rows } = await tx.execute<{ remembered: boolean; seconds: number }>(sql`
    update sessions set secret_hash = ${secretHash(secret)} where id = ${sessionId} and ended_at is null
    returning remember_me as remembered, extract(epoch from expires_at - now())::int as seconds`)
  const [session] = rows
  if (session === undefined) throw new AppError('not_signed_in')
  return { id: sessionId, secret, rememberSeconds: session.remembered ? session.seconds : null }
}

/** Whether the person asked this browser to remember them. */
export async function isRemembered(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select remember_me as is from sessions where id = ${sessionId}`,
  )
  return rows[0]?.is ?? false
}

/** @returns whether this call has ended it: of several at once one does */
export async function endSession(db: Executor, sessionId: string, reason: EndReason): Promise<boolean> {
  return (await writeEnds(db, sql`s.id = ${sessionId}`, reason, 'end-session')).length > 0
}

/** Which sessions of a person: one, all but one, or all. */
export type Which = { only: string } | { except: string | null }

/**
 * Ends sessions of a person, with the actings in them and, unless it is one, those for the person: whoever acts has their pages
 * open, too.
 *
 * @returns the ids of the sessions that were live, and how many acted for the person
 */
export async function endSessionsOfUser(
  tx: Tx,
  userId: string,
  reason: EndReason,
  which: Which = { except: null },
  by?: By,
): Promise<{ sessions: string[]; actings: number }> {
  const isOne = 'only' in which
  const chosen = isOne ? sql`s.id = ${which.only}` : sql`s.id is distinct from ${which.except}`
  const own = sql`s.user_id = ${userId} and ${chosen}`
  // After the sessions, in the order in which a start locks both.
  const sessions = await endSessions(tx, own, reason, isOne ? 'end-session-of-person' : 'end-sessions-of-person')
  const within = sql`a.session_id in (select s.id from sessions s where ${own})`
  const acting = isOne ? within : sql`${within} or a.user_id = ${userId}`
  const name = isOne ? 'end-actings-in-session-of-person' : 'end-actings-of-person'
  const ended = await endActings(tx, acting, { cause: reason, ...(by && { by }) }, name)
  return { sessions, actings: ended.filter((one) => one === userId).length }
}

/**
 * Ends the sessions `s` that match `which`; returns the ids of those that were live. Applications are notified of those whose
 * maximum time had passed by `notifyOfExpired`.
 *
 * @param name of the statement, where `which` is always the same text
 */
export async function endSessions(db: Executor, which: Sql, reason: EndReason, name?: string): Promise<string[]> {
  return (await writeEnds(db, which, reason, name)).flatMap(({ id, wasLive }) => (wasLive ? [id] : []))
}

async function writeEnds(db: Executor, which: Sql, reason: EndReason, name?: string) {
  // One statement, so that no session ends without the logout notices to its applications.
  const write = name === undefined ? sql : prepared(name)
  const { rows } = await db.execute<{ id: string; wasLive: boolean }>(write`
    with ended as (
      update sessions s set ended_at = now(), end_reason = ${reason} where ${which} and s.ended_at is null
      returning s.id, s.expires_at > now() as is_within, ${IS_LIVE} as live),
    notified as (${enqueueLogouts(sql`o.session_id in (select id from ended where is_within)`)})
    select id, is_within and live as "wasLive" from ended`)
  return rows
}
