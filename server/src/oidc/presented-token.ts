import { type Credentials, PROVED } from '../access/application-credentials.ts'
import { notRevoked } from '../access/not-revoked.ts'
import { SUBJECT_RULE, type SubjectRule } from '../access/subject.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import { ALL_ARTIFACTS, ALL_GRANTS } from './all-grants.ts'
import { ACTOR, type Actor, FACTS, FACTS_FROM, type Facts } from './facts.ts'
import { AUDIENCE_IS_VALID, CLAIM_SCOPES, GRANT_IS_LIVE, GRANT_IS_VALID, stillAllowed } from './grants.ts'

/** A presented access token, and the person whose claims it gives. */
export type Bearer = {
  applicationId: string
  scope: string
  audience: string | null
  /** Claims requested one by one, and the scopes that they may belong to. */
  named: Record<string, unknown> | null
  claimScopes: string[]
  facts: Facts
}

/** One look-up for the token, what it depends on, and the person. `FACTS_FROM` checks the rest of `GRANT_IS_VALID`. */
const READ_BEARER = `
  select g.application_id as "applicationId", t.payload->>'scope' as scope,
    case when t.is_limited then a.allowed_scopes end as "allowedScopes", t.payload->>'aud' as audience,
    t.payload->'claims'->'userinfo' as named, ${CLAIM_SCOPES} as "claimScopes", ${FACTS}
  from ${ALL_ARTIFACTS} t
    -- Without the limit the planner expects many grants for a token, and reads whole tables.
    join lateral (select * from ${ALL_GRANTS} g where g.id = t.grant_id limit 1) g on true
    ${FACTS_FROM}
  where t.id_hash = $1 and t.model = 'AccessToken' and t.expires_at > now()
    and ${notRevoked('g')} and g.expires_at > now() and ${GRANT_IS_LIVE}`

export async function readBearer(db: Db, token: string): Promise<Bearer | null> {
  const { rows } = await db.execute<Bearer & { allowedScopes: string[] | null }>({
    name: 'read-bearer',
    isLookUp: true,
    text: READ_BEARER,
    values: [secretHash(token)],
  })
  return rows[0] === undefined ? null : { ...rows[0], scope: stillAllowed(rows[0].scope, rows[0].allowedScopes) }
}

/** The stored data that introspection returns for a token (RFC 7662 §2.2). */
export type Introspected = {
  model: 'AccessToken' | 'RefreshToken' | 'ClientCredentials'
  applicationId: string
  audience: string | null
  userId: string | null
  subject: SubjectRule
  username: string | null
  acting: Actor | null
  scope: string | null
  /** The scopes that the application is allowed; `null` when they do not limit the token. */
  allowedScopes: string[] | null
  sid: string | null
  iat: number
  exp: number
}

/** One look-up for the application that asks and the token that it asks about. */
const READ_INTROSPECTED = `
  select (
    select json_build_object('model', t.model, 'applicationId', t.application_id, 'audience', t.payload->>'aud',
      'userId', t.payload->>'accountId', 'subject', ${SUBJECT_RULE},
      'username', (select u.user_name from ${ALL_GRANTS} g join users u on u.id = g.user_id where g.id = t.grant_id),
      'acting', (select ${ACTOR} from ${ALL_GRANTS} g where g.id = t.grant_id),
      'scope', t.payload->>'scope', 'allowedScopes', case when t.is_limited then a.allowed_scopes end,
      'sid', t.payload->>'sid', 'iat', (t.payload->>'iat')::int, 'exp', (t.payload->>'exp')::int)
    from ${ALL_ARTIFACTS} t
      join applications a on a.id = t.application_id and a.status = 'ACTIVE' and a.deleted_at is null
    where t.id_hash = $3 and t.model in ('AccessToken', 'RefreshToken', 'ClientCredentials')
      and t.expires_at > now() and t.consumed_at is null
      and (t.grant_id is null or exists (
        select 1 from ${ALL_GRANTS} g where g.id = t.grant_id and ${GRANT_IS_VALID} and ${AUDIENCE_IS_VALID}))) as token
  from applications c where ${PROVED}`

/**
 * An application that receives a token must not mistake a refresh token for an access token: refresh tokens are shown
 * as active only with this hint.
 */
export const mayBeRefreshToken = (hint: unknown) => hint === 'refresh_token'

/** `null`: the application has not authenticated. */
export async function readIntrospected(
  db: Db,
  { values }: Credentials,
  token: string,
): Promise<{ token: Introspected | null } | null> {
  const { rows } = await db.execute<{ token: Introspected | null }>({
    name: 'read-introspected',
    isLookUp: true,
    text: READ_INTROSPECTED,
    values: [...values, secretHash(token)],
  })
  return rows[0] ?? null
}
