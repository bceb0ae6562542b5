import { type Credentials, PROVED } from '../access/application-credentials.ts'
import { NOW, SECONDS, times, until } from '../access/lifetimes.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { signJwt } from '../keyring/sign-jwt.ts'
import type { SigningKey } from '../keyring/signing-keys.ts'
import { exchange } from './exchange.ts'
import { mayBeReused, successorOf } from './refresh-again.ts'

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

const REFRESH = exchange({
  ...{ model: 'RefreshToken', grantType: 'refresh_token', isProved: 'true' },
  isUsable: `(t.consumed_at is null or ${mayBeReused('$4')})`,
  lineage: `jsonb_build_object('rotations', coalesce((t.payload->>'rotations')::int, 0) + 1,
    'gty', regexp_replace(t.payload->>'gty', '( refresh_token)?$', ' refresh_token'))`,
})

const REDEEM = exchange({
  ...{ model: 'AuthorizationCode', grantType: 'authorization_code', isUsable: 't.consumed_at is null' },
  isProved: `t.payload->>'redirectUri' = $7
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
