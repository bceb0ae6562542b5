import { callbackProblem, isPrivateUse } from '@gatehouse/contract/admin/applications/callback-address.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import type { AdapterPayload } from 'oidc-provider'
import { LIVE_SECRETS } from '../access/application-credentials.ts'
import { isActive } from '../access/launch-rule.ts'
import { webOrigin } from '../access/redirects.ts'
import type { Executor } from '../db/database.ts'

type Row = {
  id: string
  name: string
  applicationType: string
  redirectUrl: string
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  oauthGrants: string[]
  tokenAuthMethod: string
  jwks: string
  jwksUri: string
  allowedUrl: string
  accessTokenFormat: string
  subjectType: string
  subjectSector: string
  idTokenAlg: string
  pkceRequired: boolean
  allowedScopes: string[]
  isFirstParty: boolean
  claimsInIdToken: boolean
  /** Digests of the secrets. */
  secrets: Buffer[]
}

/** Properties of our applications beyond the metadata of OAuth. */
export const OWN_METADATA = [
  ...[
    'pkce_required',
    'first_party',
    'claims_in_id_token',
    'access_token_format',
    'default_resource',
    'subject_sector',
  ],
]

/** Reads the keys that an application signs with, when it authenticates with them. */
type ReadKeys = (application: Pick<Row, 'jwks' | 'jwksUri'>) => Promise<object[]>

/** An active application as an OAuth client (RFC 7591 §2), or `undefined`. */
export async function findOAuthClient(
  db: Executor,
  id: string,
  readKeys?: ReadKeys,
): Promise<AdapterPayload | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await db.execute<Row>({
    name: 'find-oauth-client',
    text: `select id, name, application_type as "applicationType", redirect_url as "redirectUrl", redirect_uris as "redirectUris",
        post_logout_redirect_uris as "postLogoutRedirectUris", oauth_grants as "oauthGrants",
        token_auth_method as "tokenAuthMethod", jwks, jwks_uri as "jwksUri",
        allowed_url as "allowedUrl", access_token_format as "accessTokenFormat", subject_type as "subjectType",
        subject_sector as "subjectSector", id_token_alg as "idTokenAlg", pkce_required as "pkceRequired",
        allowed_scopes as "allowedScopes", is_first_party as "isFirstParty",
        claims_in_id_token as "claimsInIdToken", ${LIVE_SECRETS} as secrets
      from applications c where id = $1 and ${isActive('c')}`,
    values: [id],
  })
  const [row] = rows
  return row && toMetadata(row, (await readKeys?.(row)) ?? [])
}

function toMetadata(row: Row, keys: object[]): AdapterPayload {
  const redirectUris = usableRedirects(row)
  const canSignIn = row.oauthGrants.includes('authorization_code') && redirectUris.length > 0
  const hasSecret = row.tokenAuthMethod.startsWith('client_secret_')
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: isNative(row) ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: row.postLogoutRedirectUris.filter(safeFor(row)),
    response_types: canSignIn ? ['code'] : [],
    grant_types: row.oauthGrants.filter(
      (grant) => (grant !== 'authorization_code' || canSignIn) && isAllowed(row, grant),
    ),
    token_endpoint_auth_method: row.tokenAuthMethod as 'client_secret_basic',
    // The digests: the presented secret is digested, too, before it is compared (adapt-clients.ts).
    ...(hasSecret ? { client_secret: row.secrets.map((one) => one.toString('hex')).join(' ') || 'none' } : {}),
    ...(row.tokenAuthMethod === 'private_key_jwt' ? { jwks: { keys } } : {}),
    id_token_signed_response_alg: row.idTokenAlg as 'RS256',
    scope: usableScopes(row).join(' '),
    pkce_required: row.pkceRequired || row.tokenAuthMethod === 'none',
    first_party: row.isFirstParty,
    claims_in_id_token: row.claimsInIdToken,
    access_token_format: row.accessTokenFormat,
    // The audience of the application's own tokens, unless the request names another one (RFC 9068 §3).
    default_resource: row.allowedUrl || row.id,
    ...subjectOf(row),
  }
}

/** Checked when stored, and again at use: a row may have been written in another way (requirement P12). */
export const usableRedirects = (row: Kind & Pick<Row, 'redirectUris' | 'redirectUrl'>) =>
  (row.redirectUris.length > 0 ? row.redirectUris : [row.redirectUrl]).filter(safeFor(row))

type Kind = Pick<Row, 'applicationType' | 'tokenAuthMethod'>

/** An application with a secret is not native, even when an older release stored it as native. */
export const isNative = ({ applicationType, tokenAuthMethod }: Kind) =>
  applicationType === 'Native' && tokenAuthMethod === 'none'

const safeFor = (row: Kind) => (address: string) =>
  isNative(row)
    ? callbackProblem(address, true) === null && (isPrivateUse(address) || webOrigin(address) !== null)
    : webOrigin(address) !== null

/** The library reads an empty scope as all scopes, so there is always one. */
export const usableScopes = ({ allowedScopes }: Pick<Row, 'allowedScopes'>) =>
  allowedScopes.length > 0 ? allowedScopes : ['openid']

/** For several hosts the library requires a sector address; it is never called. */
const subjectOf = ({ id, subjectType, subjectSector }: Row) =>
  subjectType === 'pairwise'
    ? {
        subject_type: 'pairwise' as const,
        subject_sector: subjectSector,
        sector_identifier_uri: `https://${id}.invalid/`,
      }
    : {}

/** A public client cannot authenticate, so it cannot use client_credentials. */
const isAllowed = (row: Row, grant: string) => grant !== 'client_credentials' || row.tokenAuthMethod !== 'none'
