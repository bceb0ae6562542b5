import sql, { raw } from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import { type Db, type Executor, prepared, type Tx } from '../db/database.ts'
import { isOver } from '../db/is-current.ts'
import { DEMAND_TABLES, SIGN_IN_DEMAND, type SignInDemand } from '../identity/sign-in-demand.ts'
import type { LaunchFieldRules } from './launch-field-rules.ts'
import { EXISTING_ASSIGNMENTS, HAS_ADDRESS, needsConsent, OPEN_ASSIGNMENTS } from './launch-rule.ts'

/** One application that a person may open for one client, as one role. */
export type Access = {
  application: {
    id: string
    name: string
    summary: string
    logo: string
    redirectUrl: string
    allowedUrl: string
    logoutUri: string
    status: string
    launchMode: 'query' | 'form_post' | 'oidc'
    loginUrl: string
    launchIdentity: 'full' | 'minimal' | 'none'
    launchFields: LaunchFieldRules
    subjectType: string
    subjectSector: string
    opensWhileActing: boolean
  }
  client: { id: string; actualName: string; displayName: string; uuid: string }
  role: string
}

const APPLICATION = `json_build_object('id', a.id, 'name', a.name, 'summary', a.summary, 'logo', a.logo, 'redirectUrl', a.redirect_url,
  'allowedUrl', a.allowed_url, 'logoutUri', a.logout_uri, 'status', a.status, 'launchMode', a.launch_mode, 'loginUrl', a.login_url,
  'launchIdentity', a.launch_identity, 'launchFields', a.launch_fields,
  'subjectType', a.subject_type, 'subjectSector', a.subject_sector, 'opensWhileActing', a.opens_while_acting) as application`

const CLIENT = `json_build_object('id', c.id, 'actualName', c.actual_name, 'displayName', c.display_name, 'uuid', c.uuid) as client`

/** All accesses of a person, by application name, then client name. */
export async function listAccess(db: Db | Tx, userId: string): Promise<Access[]> {
  const { rows } = await db.execute<Access>({
    name: 'list-access',
    isLookUp: true,
    text: `select ${APPLICATION}, ${CLIENT}, s.role from ${OPEN_ASSIGNMENTS} where ${HAS_ADDRESS} and s.user_id = $1 order by lower(a.name), a.id, lower(c.display_name), c.id`,
    values: [userId],
  })
  return rows
}

/** The part of an access that a tile shows. */
export type TileAccess = Pick<Access['application'], 'name' | 'summary' | 'logo' | 'redirectUrl' | 'loginUrl'> & {
  applicationId: string
  group: string
  clientId: string
  clientName: string
  role: string
  isFavourite: boolean
  opensWhileActing: boolean
  /** It may be opened while somebody acts for the person, but the person has not allowed it. */
  needsConsent: boolean
  /** When this person last opened the application; `null` when none of their sessions in the table has opened it. */
  openedAt: Date | null
  /** The client of the person's last launch of the application. */
  lastClient: string | null
  lacks: SignInDemand['lacks']
}

/**
 * When a person opened each application, and the client of their last launch, from what their sessions keep for the logout.
 * Only the newest fifty sessions are read, so that a program that signs in all day does not slow the tiles down.
 *
 * @param user SQL for the id of the person
 */
export const openedBy = (
  user: string,
) => `select o.application_id, max(greatest(o.opened_at, o.launched_at)) as opened_at,
    (array_agg(o.launched_for order by o.launched_at desc) filter (where o.launched_for is not null))[1] as launched_for
  from (select id from sessions where user_id = ${user} order by created_at desc limit 50) e
  join opened_applications o on o.session_id = e.id group by o.application_id`

type Of = { userId: string; sessionId: string }

/** The same, with only the fields that a tile shows: it is read at every visit to the portal. */
export async function listTileAccess(db: Db, { userId, sessionId }: Of): Promise<TileAccess[]> {
  const { rows } = await db.execute<TileAccess>({
    name: 'list-tile-access',
    isLookUp: true,
    text: `with opened as (${openedBy('$1')})
      select a.id as "applicationId", a.name, a.summary, a.tile_group as "group", a.logo, a.redirect_url as "redirectUrl",
        a.login_url as "loginUrl", c.id as "clientId", c.display_name as "clientName", s.role,
        f.user_id is not null as "isFavourite", a.opens_while_acting as "opensWhileActing",
        a.opens_while_acting and ${needsConsent('s.user_id')} as "needsConsent", o.opened_at as "openedAt", o.launched_for as "lastClient",
        (${SIGN_IN_DEMAND})->>'lacks' as lacks
      from ${OPEN_ASSIGNMENTS} join sessions e on e.id = $2 ${DEMAND_TABLES}
        left join favourites f on f.user_id = s.user_id and f.application_id = a.id
        left join opened o on o.application_id = a.id
      where ${HAS_ADDRESS} and s.user_id = $1 order by lower(a.name), a.id, lower(c.display_name), c.id`,
    values: [userId, sessionId],
  })
  return rows
}

/** The accesses of a person to one application, one for each client; an empty list means no access. */
export async function listAccessToApplication(db: Db, userId: string, applicationId: string): Promise<Access[]> {
  const { rows } = await db.execute<Access>({
    name: 'list-access-to-application',
    isLookUp: true,
    text: `select ${APPLICATION}, ${CLIENT}, s.role from ${OPEN_ASSIGNMENTS} where ${HAS_ADDRESS} and s.user_id = $1 and s.application_id = $2 order by lower(c.display_name), c.id`,
    values: [userId, applicationId],
  })
  return rows
}

/** The same for an application that starts its own sign-in, whether or not the portal can open it. */
export async function listAccessToSignIn(db: Db, userId: string, applicationId: string): Promise<Access[]> {
  const { rows } = await db.execute<Access>({
    name: 'list-access-to-sign-in',
    isLookUp: true,
    text: `select ${APPLICATION}, ${CLIENT}, s.role from ${OPEN_ASSIGNMENTS} where s.user_id = $1 and s.application_id = $2 order by lower(c.display_name), c.id`,
    values: [userId, applicationId],
  })
  return rows
}

/** An access that may be closed. */
export type Assigned = Access & {
  /** Its end has come. A moment later it is removed. */
  isOver: boolean
}

/**
 * What is assigned to a person, open or closed, of one application or of all. It tells a closed application from one
 * that is not assigned, and only to the person of the assignment: grant nothing because of it.
 */
export async function listAssigned(db: Db, userId: string, applicationId: string | null): Promise<Assigned[]> {
  const { rows } = await db.execute<Assigned>(
    sql`${raw(`select ${APPLICATION}, ${CLIENT}, s.role, ${isOver('s')} as "isOver" from ${EXISTING_ASSIGNMENTS}`)}
      where s.user_id = ${userId} and (${applicationId}::uuid is null or s.application_id = ${applicationId}::uuid)`,
  )
  return rows
}

/** An access of the person of a session, with what the sign-in of that session lacks for it. */
export type SessionAccess = Access & { demand: SignInDemand }

/**
 * The same for the person of the session with this id or secret, even when the session no longer signs that person in.
 */
export async function listAccessOfSession(
  on: Executor,
  session: { id: string } | { secret: string },
  applicationId: string,
): Promise<SessionAccess[]> {
  const isKnown = 'id' in session
  const { rows } = await on.execute<SessionAccess>({
    name: isKnown ? 'list-access-of-session-id' : 'list-access-of-session',
    isLookUp: true,
    text: `select ${APPLICATION}, ${CLIENT}, s.role, ${SIGN_IN_DEMAND} as demand
      from sessions e join ${OPEN_ASSIGNMENTS} on s.user_id = e.user_id ${DEMAND_TABLES}
      where e.${isKnown ? 'id' : 'secret_hash'} = $1 and s.application_id = $2 order by lower(c.display_name), c.id`,
    values: [isKnown ? session.id : secretHash(session.secret), applicationId],
  })
  return rows
}

/** The same for the person whom an administrator acts for in a session, of an application that may be opened then (ADR 0103). */
export async function listAccessOfActing(
  on: Executor,
  sessionId: string,
  userId: string,
  applicationId: string,
): Promise<SessionAccess[]> {
  const { rows } = await on.execute<SessionAccess>(sql`
    select ${raw(`${APPLICATION}, ${CLIENT}, s.role, ${SIGN_IN_DEMAND}`)} as demand
    from ${raw(OPEN_ASSIGNMENTS)} join sessions e on e.id = ${sessionId} ${raw(DEMAND_TABLES)}
    where s.user_id = ${userId} and s.application_id = ${applicationId} and a.opens_while_acting
    order by lower(c.display_name), c.id`)
  return rows
}

/**
 * What is needed of the sign-in of a session for an access of its person, or of the one acted for in it, and what it lacks. Call it inside the
 * transaction that grants something because of it. `null`: there is no such access any more.
 */
export async function findDemand(
  on: Executor,
  { sessionId, userId }: Of,
  { application, client }: Access,
): Promise<SignInDemand | null> {
  const { rows } = await on.execute<{ demand: SignInDemand }>(prepared('find-demand')`
    select ${raw(SIGN_IN_DEMAND)} as demand
    from sessions e join ${raw(OPEN_ASSIGNMENTS)} on s.user_id = ${userId} ${raw(DEMAND_TABLES)}
    where e.id = ${sessionId} and s.application_id = ${application.id} and s.client_id = ${client.id}`)
  return rows[0]?.demand ?? null
}

/** The access of one assignment, or `null`. Call it inside the transaction that grants something because of it. */
export async function findAccess(
  db: Db | Tx,
  userId: string,
  applicationId: string,
  clientId: string,
): Promise<Access | null> {
  const { rows } = await db.execute<Access>(
    prepared(
      'find-access',
    )`${raw(`select ${APPLICATION}, ${CLIENT}, s.role from ${OPEN_ASSIGNMENTS} where ${HAS_ADDRESS}`)}
      and s.user_id = ${userId} and s.application_id = ${applicationId} and s.client_id = ${clientId}`,
  )
  return rows[0] ?? null
}

type NewAssignment = { userId: string; applicationId: string; clientId: string; role: string }

/** Judges an assignment that was just added, by the rules of separation of duties. @throws AppError invalid_request */
export type RequireApart = (tx: Tx, assigned: NewAssignment) => Promise<void>

/**
 * Adds an assignment; an existing one keeps its role, and the result is `false`.
 *
 * @throws AppError as `requireApart` does
 */
export async function assign(
  tx: Tx,
  { userId, applicationId, clientId, role }: NewAssignment,
  requireApart: RequireApart,
): Promise<boolean> {
  // Judged are all assignments of the person, so no other one may be added at the same time.
  await tx.execute(sql`select from users where id = ${userId} for no key update`)
  const { rowCount } = await tx.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    values (${newId()}, ${userId}, ${applicationId}, ${clientId}, ${role}) on conflict do nothing`)
  if (rowCount !== 1) return false
  await requireApart(tx, { userId, applicationId, clientId, role })
  return true
}
