import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { IS_FOR_GRANT, IS_PERSON_ACTIVE, OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import { notRevoked } from '../access/not-revoked.ts'
import { newId } from '../crypto/ids.ts'
import { type Db, prepared } from '../db/database.ts'
import { isRunningActing } from '../sessions/acting.ts'
import { ALL_GRANTS } from './all-grants.ts'

/** For how long tokens may be renewed without the session (requirement P23). */
const OFFLINE_DAYS = 30

/** Whether a grant `g` of an application `a` that was given while somebody acts for the person still holds (ADR 0103). */
const ACTING_IS_LIVE = `(g.acting_id is null or a.opens_while_acting and ${isRunningActing('g.acting_id')})`

/** Whether a grant `g` of an application `a` outlives its session, or its session is still live. */
export const GRANT_IS_LIVE = `(${ACTING_IS_LIVE} and (g.is_offline and 'offline_access' = any(a.allowed_scopes) or exists (
  select 1 from sessions e where e.id = g.session_id and e.ended_at is null and e.expires_at > now())))`

/**
 * The one rule of whether a grant `g` is valid: not revoked, the person active, the application and the client open to
 * the person, and the session live unless the grant outlives it. Checked at every use, so that a change takes effect
 * without a notice to anyone.
 */
export const GRANT_IS_VALID = `
  ${notRevoked('g')} and g.expires_at > now()
  and ${IS_PERSON_ACTIVE}
  and exists (select 1 from ${OPEN_ASSIGNMENTS} where ${IS_FOR_GRANT} and ${GRANT_IS_LIVE})`

/** Whether an artifact `t` of a grant `g` has no resource, or one whose application is still open to the person. */
export const AUDIENCE_IS_VALID = `(t.payload->>'aud' is null or exists (
  select 1 from ${OPEN_ASSIGNMENTS} where s.user_id = g.user_id and s.application_id::text = t.payload->>'aud'
    and (g.acting_id is null or a.opens_while_acting)))`

/** The scopes whose claims a grant `g` of an application `a` may request one by one. */
export const CLAIM_SCOPES = `array(select one from unnest(a.allowed_scopes) one where a.is_first_party or one = any(g.scopes))`

/** The part of a token's scope that the application is still allowed; `null` allows all. */
export function stillAllowed(scope: string, allowedScopes: string[] | null): string {
  return allowedScopes === null
    ? scope
    : scope
        .split(' ')
        .filter((one) => allowedScopes.includes(one))
        .join(' ')
}

export type Grant = {
  id: string
  userId: string
  applicationId: string
  clientId: string
  sessionId: string
  isOffline: boolean
  scopes: string[]
  /** For our own applications not limited to the scopes requested before. */
  claimScopes: string[]
  resources: string[]
  createdAt: Date
  expiresAt: Date
}

const COLUMNS = `g.id, g.user_id as "userId", g.application_id as "applicationId", g.client_id as "clientId",
  g.session_id as "sessionId", g.is_offline as "isOffline", g.scopes, g.resources,
  (select ${CLAIM_SCOPES} from applications a where a.id = g.application_id) as "claimScopes",
  g.created_at as "createdAt", g.expires_at as "expiresAt"`

/** A valid grant, or `null`. */
export async function findGrant(db: Db, id: string): Promise<Grant | null> {
  const { rows } = await db.execute<Grant>({
    name: 'find-grant',
    text: `select ${COLUMNS} from ${ALL_GRANTS} g where g.id = $1 and ${GRANT_IS_VALID}`,
    values: [id],
  })
  return rows[0] ?? null
}

export type NewGrant = Pick<
  Grant,
  'userId' | 'applicationId' | 'clientId' | 'sessionId' | 'isOffline' | 'scopes' | 'resources'
>

/**
 * SQL: whether the person still allows an application of another party these scopes. A withdrawal under way is waited for, and a
 * later one ends what is opened.
 */
export const hasConsented = (userId: string, applicationId: string, scopes: string[]): Sql => sql`${scopes}::text[] <@ (
  select o.scopes from oidc_consents o where o.user_id = ${userId} and o.application_id = ${applicationId} for key share)`

/**
 * Opens the grant of a session for an application and client (organisation); a later request adds its scopes and
 * resources. One that outlives its session is opened only in a live one, the end of which then ends it, too.
 *
 * @param condition a condition on the session `s`: when it is false, nothing is written
 */
export function insertGrant(grant: NewGrant, condition: Sql): Sql {
  const { userId, applicationId, clientId, sessionId, isOffline, scopes, resources } = grant
  return sql`
    insert into oidc_grants as g
      (id, user_id, application_id, client_id, session_id, is_offline, scopes, resources, expires_at)
    select ${newId()}, ${userId}, ${applicationId}, ${clientId}, ${sessionId}, ${isOffline}, ${scopes}::text[],
      ${resources}::text[],
      case when ${isOffline} then now() + make_interval(days => ${OFFLINE_DAYS}) else s.expires_at end
    from sessions s where s.id = ${sessionId} and ${condition}
      ${isOffline ? sql`and s.ended_at is null and s.expires_at > now() for share of s` : empty}
    on conflict (session_id, application_id, client_id, is_offline) where revoked_at is null do update set
      scopes = array(select distinct unnest(g.scopes || excluded.scopes)),
      resources = array(select distinct unnest(g.resources || excluded.resources)),
      expires_at = excluded.expires_at`
}

/**
 * Opens a grant, or extends it, and returns it.
 *
 * @returns `null` when what it needs has just ended: the session of one that outlives it, or the consent
 */
export async function openGrant(
  db: Db,
  grant: NewGrant,
  { needsConsent }: { needsConsent: boolean },
): Promise<Grant | null> {
  const { userId, applicationId, isOffline, scopes } = grant
  const condition = needsConsent ? hasConsented(userId, applicationId, scopes) : sql`true`
  const name = `open${isOffline ? '-lasting' : ''}-grant${needsConsent ? '-with-consent' : ''}`
  const { rows } = await db.execute<Grant>(prepared(name)`${insertGrant(grant, condition)} returning ${raw(COLUMNS)}`)
  return rows[0] ?? null
}

/**
 * Opens a grant for an application that is opened while somebody acts for the person (ADR 0103). Each request has its own,
 * without refresh tokens, and it ends with the acting.
 *
 * @returns `null` when the acting has just ended, or the application may not be opened under it any more
 */
export async function openActingGrant(
  db: Db,
  actingId: string,
  { applicationId, clientId, scopes, resources }: Omit<NewGrant, 'userId' | 'sessionId' | 'isOffline'>,
): Promise<Grant | null> {
  const { rows } = await db.execute<Grant>(sql`
    insert into oidc_grants as g
      (id, user_id, application_id, client_id, session_id, acting_id, is_offline, scopes, resources, expires_at, revoked_at)
    select ${newId()}, x.user_id, ${applicationId}, ${clientId}, x.session_id, x.id, false, ${scopes}::text[],
      ${resources}::text[], x.expires_at, x.expires_at
    from actings x where x.id = ${actingId} and ${raw(isRunningActing('x.id'))}
      and exists (select from ${raw(OPEN_ASSIGNMENTS)} where s.user_id = x.user_id and s.application_id = ${applicationId}
        and s.client_id = ${clientId} and a.opens_while_acting)
      -- An end under way is waited for.
      and x.ended_at is null for share of x
    returning ${raw(COLUMNS)}`)
  return rows[0] ?? null
}

/** Ends a grant, and with it all its codes and tokens. */
export async function revokeGrant(db: Db, id: string): Promise<void> {
  await db.execute(sql`update oidc_grants g set revoked_at = now() where g.id = ${id} and ${raw(notRevoked('g'))}`)
}
