import { type Credentials, PROVED } from '../access/application-credentials.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { GRANT_IS_VALID } from './grants.ts'
import { SECONDS } from './lifetimes.ts'
import { mayBeReused, successorOf } from './refresh-again.ts'
import { signJwt } from './sign-jwt.ts'
import type { SigningKey } from './signing-keys.ts'

const NOW = 'floor(extract(epoch from now()))::int'
const times = (seconds: number) => `'iat', ${NOW}, 'exp', ${NOW} + ${seconds}`
const until = (seconds: number) => `now() + interval '${seconds} seconds'`

const KEEP_CLIENT_CREDENTIALS = `
  insert into oidc_artifacts (id_hash, model, payload, application_id, expires_at)
  select $3, 'ClientCredentials', json_build_object('kind', 'ClientCredentials', 'clientId', c.id, ${times(SECONDS.token)}),
    c.id, ${until(SECONDS.token)}
  from applications c where ${PROVED} and 'client_credentials' = any(c.oauth_grants) and c.access_token_format = 'opaque'`

/** A token of an application for itself, without scopes (RFC 6749 §4.4); `null`: left to the library. */
export async function issueClientToken(db: Db, { values }: Credentials) {
  const token = newSecret()
  const { rowCount } = await db.execute({
    name: 'keep-client-credentials',
    text: KEEP_CLIENT_CREDENTIALS,
    values: [...values, secretHash(token)],
  })
  return rowCount === 1 ? { access_token: token, expires_in: SECONDS.token, token_type: 'Bearer' } : null
}

/** The parts in which the statements for a code and for a refresh token differ, as SQL. */
type Spent = {
  model: 'AuthorizationCode' | 'RefreshToken'
  grant: string
  /** Whether it can still be used. */
  unspent: string
  /** What the request must prove. */
  where: string
  /** The fields that the new tokens get besides the inherited ones. */
  lineage: string
}

/** The fields of a code that are not copied to its tokens. */
const CODE_FIELDS = '{redirectUri,codeChallenge,codeChallengeMethod}'
/** The fields of a refresh token that its access tokens do not have. */
const REFRESH_TOKEN_FIELDS = '{acr,amr,authTime,nonce,iiat,rotations}'

/**
 * One statement that spends a code or a refresh token and stores the tokens issued for it, all or nothing: of
 * simultaneous uses one finds it unspent. When a refresh token may be answered again, another access token is stored
 * beside the existing successor. Left to the library: tokens for a resource, requested claims in the identity token,
 * scopes that the application is no longer allowed, and unusual signatures, token formats and subjects.
 */
const exchange = ({ model, grant, unspent, where, lineage }: Spent) => `
  -- The code or refresh token, if the library is not needed for it.
  with known as (
    select t.id_hash, t.payload, t.grant_id, t.application_id, t.consumed_at, 'refresh_token' = any(c.oauth_grants) as renewable from applications c
      join oidc_artifacts t on t.application_id = c.id
      join oidc_grants g on g.id = t.grant_id and g.application_id = c.id
    where ${PROVED} and '${grant}' = any(c.oauth_grants)
      and t.id_hash = $3 and t.model = '${model}' and ${unspent} and t.expires_at > now() and ${GRANT_IS_VALID}
      and not t.payload ? 'resource' and t.payload->'claims'->'id_token' is null
      and string_to_array(t.payload->>'scope', ' ') <@ g.scopes
      and string_to_array(t.payload->>'scope', ' ') <@ c.allowed_scopes and c.id_token_alg = 'RS256'
      and c.access_token_format = 'opaque' and c.subject_type = 'public' and ${where}),
  -- Of simultaneous uses, one finds it unspent.
  spent as (
    update oidc_artifacts t set consumed_at = now() from known
    where t.id_hash = known.id_hash and t.consumed_at is null returning 1),
  -- The fields that the new tokens inherit. A refresh token that was already spent may be answered again.
  given as (
    select t.payload, t.payload - '${CODE_FIELDS}'::text[] || ${lineage} as passed, t.grant_id, t.application_id, renewable
    from known t where t.consumed_at is not null or exists (select 1 from spent)),
  -- Stores the new tokens. The successor of a repeated refresh token exists already.
  kept as (
    insert into oidc_artifacts (id_hash, model, payload, grant_id, application_id, expires_at)
    select $4::bytea, 'RefreshToken', passed || jsonb_build_object('kind', 'RefreshToken', ${times(SECONDS.refreshIdle)}),
      grant_id, application_id, ${until(SECONDS.refreshIdle)} from given where renewable
    union all
    select $5, 'AccessToken', passed - '${REFRESH_TOKEN_FIELDS}'::text[]
        || jsonb_build_object('kind', 'AccessToken', ${times(SECONDS.token)}),
      grant_id, application_id, ${until(SECONDS.token)} from given
    on conflict do nothing)
  select payload->>'scope' as scope, renewable, json_strip_nulls(json_build_object('iss', $6::text, 'aud', application_id,
    'sub', payload->'accountId', 'sid', payload->'sid', 'acr', payload->'acr', 'amr', payload->'amr',
    'auth_time', payload->'authTime', 'nonce', payload->'nonce', ${times(SECONDS.token)}))::text as claims
  from given`

const REFRESH = exchange({
  ...{ model: 'RefreshToken', grant: 'refresh_token', where: 'true' },
  unspent: `(t.consumed_at is null or ${mayBeReused('$4')})`,
  lineage: `jsonb_build_object('rotations', coalesce((t.payload->>'rotations')::int, 0) + 1,
    'gty', regexp_replace(t.payload->>'gty', '( refresh_token)?$', ' refresh_token'))`,
})

const REDEEM = exchange({
  ...{ model: 'AuthorizationCode', grant: 'authorization_code', unspent: 't.consumed_at is null' },
  where: `t.payload->>'redirectUri' = $7
    and $7 = any(case when cardinality(c.redirect_uris) > 0 then c.redirect_uris else array[c.redirect_url] end)
    and t.payload->>'codeChallengeMethod' = 'S256' and t.payload->>'codeChallenge' = $8`,
  lineage: `jsonb_build_object('gty', 'authorization_code', 'rotations', 0, 'iiat', ${NOW})`,
})

type Issuing = Pick<Deps, 'db' | 'keys'> & { credentials: Credentials; issuer: string; key: SigningKey }

/** Renews tokens (RFC 6749 §6, OpenID Connect Core §12); `null`: left to the library, and nothing is spent. */
export const refreshTokens = (issuing: Issuing, refreshToken: string) =>
  give(
    issuing,
    { name: 'refresh', text: REFRESH, values: [] },
    refreshToken,
    successorOf(issuing.keys.refreshToken, refreshToken),
  )

/** Exchanges a code with PKCE (RFC 7636 §4.6); `null`: left to the library, and nothing is spent. */
export function exchangeCode(issuing: Issuing, code: string, redirectUri: string, verifier: string) {
  if (!VERIFIER.test(verifier)) return null
  const challenge = secretHash(verifier).toString('base64url')
  return give(issuing, { name: 'redeem-code', text: REDEEM, values: [redirectUri, challenge] }, code, newSecret())
}

const VERIFIER = /^[\w.~-]{43,128}$/

type Statement = { name: string; text: string; values: string[] }

async function give(
  { db, credentials, issuer, key }: Issuing,
  { name, text, values }: Statement,
  spent: string,
  refresh_token: string,
) {
  const access_token = newSecret()
  const hashes = [spent, refresh_token, access_token].map(secretHash)
  const { rows } = await db.execute<{ scope: string; renewable: boolean; claims: string }>({
    ...{ name, text, values: [...credentials.values, ...hashes, issuer, ...values] },
  })
  const [row] = rows
  if (row === undefined) return null
  const { scope, renewable, claims } = row
  return {
    access_token,
    expires_in: SECONDS.token,
    ...(scope.split(' ').includes('openid') ? { id_token: await signJwt(key, claims) } : {}),
    ...(renewable ? { refresh_token } : {}),
    ...{ scope, token_type: 'Bearer' },
  }
}
