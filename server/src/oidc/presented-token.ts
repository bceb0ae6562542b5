import { type Credentials, PROVED } from '../access/application-credentials.ts'
import { SUBJECT_RULE, type SubjectRule } from '../access/subject.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import { FACTS, FACTS_FROM, type Facts } from './facts.ts'
import { AUDIENCE_IS_VALID, CLAIM_SCOPES, GRANT_IS_LIVE, GRANT_IS_VALID, stillAllowed } from './grants.ts'
import { LAUNCH_SCOPES, LAUNCH_TOKEN_IS_VALID } from './launch-tokens.ts'

const LAUNCH_SCOPE = `'${LAUNCH_SCOPES.join(' ')}'`

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
  select g.application_id as "applicationId", g.scope, case when g.scopes is not null then a.allowed_scopes end as "allowedScopes", g.audience, g.named,
    ${CLAIM_SCOPES} as "claimScopes", ${FACTS} from (
    select g.user_id, g.application_id, g.client_id, g.session_id, g.is_offline, g.scopes, t.payload->>'scope' as scope, t.payload->>'aud' as audience,
      t.payload->'claims'->'userinfo' as named
    from oidc_artifacts t join oidc_grants g on g.id = t.grant_id
    where t.id_hash = $1 and t.model = 'AccessToken' and t.expires_at > now()
      and g.revoked_at is null and g.expires_at > now()
    union all
    select g.user_id, g.application_id, g.client_id, g.session_id, false, null, ${LAUNCH_SCOPE}, null, null
    from access_tokens g
    where g.token_hash = $1 and g.revoked_at is null and g.expires_at > now()) g
  ${FACTS_FROM} where ${GRANT_IS_LIVE}`

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
  scope: string | null
  /** The scopes that the application is allowed; `null` for the token of a redemption. */
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
      'username', (select u.user_name from oidc_grants g join users u on u.id = g.user_id where g.id = t.grant_id), 'scope', t.payload->>'scope', 'allowedScopes', a.allowed_scopes, 'sid', t.payload->>'sid',
      'iat', (t.payload->>'iat')::int, 'exp', (t.payload->>'exp')::int)
    from oidc_artifacts t join applications a on a.id = t.application_id and a.status = 'ACTIVE' and a.deleted_at is null
    where t.id_hash = $3 and t.model in ('AccessToken', 'RefreshToken', 'ClientCredentials')
      and t.expires_at > now() and t.consumed_at is null
      and (t.grant_id is null or exists (
        select 1 from oidc_grants g where g.id = t.grant_id and ${GRANT_IS_VALID} and ${AUDIENCE_IS_VALID}))
    union all
    select json_build_object('model', 'AccessToken', 'applicationId', t.application_id, 'audience', null,
      'userId', t.user_id, 'subject', (select ${SUBJECT_RULE} from applications a where a.id = t.application_id), 'username', (select u.user_name from users u where u.id = t.user_id), 'scope', ${LAUNCH_SCOPE}, 'allowedScopes', null, 'sid', t.session_id,
      'iat', extract(epoch from t.created_at)::int, 'exp', extract(epoch from t.expires_at)::int)
    from access_tokens t where t.token_hash = $3 and ${LAUNCH_TOKEN_IS_VALID}) as token
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
