import type { AdapterPayload } from 'oidc-provider'
import { LIVE_SECRETS } from '../access/application-credentials.ts'
import { isActive } from '../access/launch-rule.ts'
import { webOrigin } from '../access/redirects.ts'
import type { Db } from '../db/database.ts'

type Row = {
  id: string
  name: string
  redirectUrl: string
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  oauthGrants: string[]
  tokenAuthMethod: string
  jwks: string
  idTokenAlg: string
  pkceRequired: boolean
  allowedScopes: string[]
  isFirstParty: boolean
  claimsInIdToken: boolean
  /** Digests. */
  secrets: Buffer[]
}

/** What our applications have beside the metadata that OAuth knows. */
export const OWN_METADATA = ['pkce_required', 'first_party', 'claims_in_id_token']

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An active application as an OAuth client (RFC 7591 §2), or `undefined`: no other exists. */
export async function findOAuthClient(db: Db, id: string): Promise<AdapterPayload | undefined> {
  if (!UUID.test(id)) return undefined
  const { rows } = await db.pool.query<Row>({
    name: 'find-oauth-client',
    text: `select id, name, redirect_url as "redirectUrl", redirect_uris as "redirectUris",
        post_logout_redirect_uris as "postLogoutRedirectUris", oauth_grants as "oauthGrants",
        token_auth_method as "tokenAuthMethod", jwks, id_token_alg as "idTokenAlg", pkce_required as "pkceRequired",
        allowed_scopes as "allowedScopes", is_first_party as "isFirstParty",
        claims_in_id_token as "claimsInIdToken", ${LIVE_SECRETS} as secrets
      from applications c where id = $1 and ${isActive('c')}`,
    values: [id],
  })
  return rows[0] && toMetadata(rows[0])
}

function toMetadata(row: Row): AdapterPayload {
  const redirectUris = usableRedirects(row)
  const canSignIn = row.oauthGrants.includes('authorization_code') && redirectUris.length > 0
  const hasSecret = row.tokenAuthMethod.startsWith('client_secret_')
  return {
    client_id: row.id,
    client_name: row.name,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: row.postLogoutRedirectUris.filter(isSafe),
    response_types: canSignIn ? ['code'] : [],
    grant_types: row.oauthGrants.filter(
      (grant) => (grant !== 'authorization_code' || canSignIn) && isAllowed(row, grant),
    ),
    token_endpoint_auth_method: row.tokenAuthMethod as 'client_secret_basic',
    // The digests: what is presented is digested likewise before it is compared (provider.ts).
    ...(hasSecret ? { client_secret: row.secrets.map((one) => one.toString('hex')).join(' ') || 'none' } : {}),
    ...(row.jwks === '' ? {} : { jwks: parseKeys(row.jwks) }),
    id_token_signed_response_alg: row.idTokenAlg as 'RS256',
    scope: usableScopes(row).join(' '),
    pkce_required: row.pkceRequired || row.tokenAuthMethod === 'none',
    first_party: row.isFirstParty,
    claims_in_id_token: row.claimsInIdToken,
  }
}

/** Checked when stored, and at use again: a row may have come by another way (security note D12). */
export const usableRedirects = ({ redirectUris, redirectUrl }: Pick<Row, 'redirectUris' | 'redirectUrl'>) =>
  (redirectUris.length > 0 ? redirectUris : [redirectUrl]).filter(isSafe)

/** To the library none at all would be every one. */
export const usableScopes = ({ allowedScopes }: Pick<Row, 'allowedScopes'>) =>
  allowedScopes.length > 0 ? allowedScopes : ['openid']

/** Keys that cannot be read are none: such an application proves nothing. */
function parseKeys(text: string): { keys: [] } {
  try {
    return JSON.parse(text)
  } catch {
    return { keys: [] }
  }
}

/** Nobody proves anything as a public client: it cannot act for itself. */
const isAllowed = (row: Row, grant: string) => grant !== 'client_credentials' || row.tokenAuthMethod !== 'none'

const isSafe = (address: string) => webOrigin(address) !== null
