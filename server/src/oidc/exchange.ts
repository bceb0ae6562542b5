import { PROVED } from '../access/application-credentials.ts'
import { SECONDS, times, until } from '../access/lifetimes.ts'
import { GRANT_IS_VALID } from './grants.ts'

/** The parts in which the statements for a code and for a refresh token differ, as SQL about the stored row `t`. */
export type Presented = {
  model: 'AuthorizationCode' | 'RefreshToken'
  grantType: 'authorization_code' | 'refresh_token'
  /** Whether it can still be used. */
  isUsable: string
  /** What the request must prove. */
  isProved: string
  /** The fields that the new tokens get besides the inherited ones. */
  lineage: string
}

/**
 * One statement that spends a code or a refresh token and stores the tokens issued for it, all or nothing: of
 * simultaneous uses one finds it unspent. When a refresh token may be answered again, another access token is stored
 * beside the existing successor.
 *
 * Its values: id and secret of the application, the hashes of what is presented, of the new refresh token and of the new
 * access token, and the issuer. A row is returned when tokens are issued.
 */
export const exchange = (presented: Presented) => `
  with known as (${known(presented)}),
    spent as (${SPEND}),
    given as (${given(presented)}),
    kept as (${KEEP})
  select payload->>'scope' as scope, renewable, json_strip_nulls(${ID_TOKEN_CLAIMS})::text as claims from given`

/**
 * The code or refresh token. Left to the library: tokens for a resource or of an acting, requested claims in the identity token,
 * scopes that the application is no longer allowed, and unusual signatures, token formats and subjects.
 */
const known = ({ model, grantType, isUsable, isProved }: Presented) => `
  select t.id_hash, t.payload, t.grant_id, t.application_id, t.consumed_at,
    'refresh_token' = any(c.oauth_grants) as renewable
  from applications c
    join oidc_artifacts t on t.application_id = c.id
    join oidc_grants g on g.id = t.grant_id and g.application_id = c.id
  where ${PROVED} and '${grantType}' = any(c.oauth_grants)
    and t.id_hash = $3 and t.model = '${model}' and ${isUsable} and t.expires_at > now() and g.acting_id is null and ${GRANT_IS_VALID}
    and not t.payload ? 'resource' and t.payload->'claims'->'id_token' is null
    and string_to_array(t.payload->>'scope', ' ') <@ g.scopes
    and string_to_array(t.payload->>'scope', ' ') <@ c.allowed_scopes
    and c.id_token_alg = 'RS256' and c.access_token_format = 'opaque' and c.subject_type = 'public' and ${isProved}`

/** Of simultaneous uses, one finds it unspent. */
const SPEND = `
  update oidc_artifacts t set consumed_at = now() from known
  where t.id_hash = known.id_hash and t.consumed_at is null returning 1`

/** The fields of a code that are not copied to its tokens. */
const CODE_FIELDS = '{redirectUri,codeChallenge,codeChallengeMethod}'
/** The fields of a refresh token that its access tokens do not have. */
const REFRESH_TOKEN_FIELDS = '{acr,amr,authTime,nonce,iiat,rotations}'

/** What is presented, with the fields that the new tokens inherit. A refresh token that was spent may be answered again. */
const given = ({ lineage }: Presented) => `
  select t.payload, t.payload - '${CODE_FIELDS}'::text[] || ${lineage} as passed, t.grant_id, t.application_id, renewable
  from known t where t.consumed_at is not null or exists (select 1 from spent)`

/** Stores the new tokens. The successor of a repeated refresh token exists already. */
const KEEP = `
  insert into oidc_artifacts (id_hash, model, payload, grant_id, application_id, expires_at)
  select $4::bytea, 'RefreshToken',
    passed || jsonb_build_object('kind', 'RefreshToken', ${times(SECONDS.refreshIdle)}),
    grant_id, application_id, ${until(SECONDS.refreshIdle)}
  from given where renewable
  union all
  select $5, 'AccessToken',
    passed - '${REFRESH_TOKEN_FIELDS}'::text[] || jsonb_build_object('kind', 'AccessToken', ${times(SECONDS.token)}),
    grant_id, application_id, ${until(SECONDS.token)}
  from given
  on conflict do nothing`

const ID_TOKEN_CLAIMS = `
  json_build_object('iss', $6::text, 'aud', application_id, 'sub', payload->'accountId', 'sid', payload->'sid',
    'acr', payload->'acr', 'amr', payload->'amr', 'auth_time', payload->'authTime', 'nonce', payload->'nonce',
    ${times(SECONDS.token)})`
