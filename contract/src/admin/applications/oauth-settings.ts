import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { callbackProblem, isPrivateUse } from './callback-address.ts'
import { jwksProblem } from './jwks.ts'

/** How an application may get tokens. */
export const OAUTH_GRANTS = ['authorization_code', 'refresh_token', 'client_credentials'] as const
/** How an application authenticates at the token endpoint. 'none' is a public client. */
export const TOKEN_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
/** The signature algorithm of ID tokens and logout tokens. Every library can verify the first (OpenID Connect Core §15.1). */
export const ID_TOKEN_ALGS = ['RS256', 'ES256'] as const
/** The scopes that an application may be allowed. */
export const OAUTH_SCOPES = ['openid', 'profile', 'email', 'phone', 'access', 'offline_access'] as const

/** Opaque access tokens are checked by introspection; `jwt` ones (RFC 9068) can be verified locally. */
export const ACCESS_TOKEN_FORMATS = ['opaque', 'jwt'] as const
/** The kind of `sub` that an application receives (OpenID Connect Core §8). */
export const SUBJECT_TYPES = ['public', 'pairwise'] as const

/** The content of an additional claim, such as `groups`. */
export const CLAIM_SOURCES = [
  'none',
  'role',
  'role-id',
  'client-role',
  'client',
  'client-id',
  'pages',
  'page-actions',
] as const
export type ClaimSource = (typeof CLAIM_SOURCES)[number]

const ADDRESSES_MAX = 20
const CHOICE = 'Choose one from the list'

/** Whether the application is of type Native is checked with the rest of its settings. */
const writtenProblem = (address: string) => callbackProblem(address, isPrivateUse(address))

const callback = () => z.string().check(judgedBy(writtenProblem))

/** Several such addresses. Empty lines and duplicates are dropped. */
const callbacks = () =>
  z.optional(
    z.pipe(
      z.pipe(
        z.array(z.string().check(z.maxLength(2000, 'Too Long!'))),
        z.transform((lines) => [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '')),
      ),
      z.array(callback()).check(z.maxLength(ADDRESSES_MAX, 'Enter at most 20 addresses')),
    ),
  )

/** The OpenID Connect settings. An absent setting keeps its value; a new application gets the default. */
export const oauthForm = {
  /** Allowed redirect URIs, compared exactly. If none, only the Redirect URL. */
  redirectUris: callbacks(),
  /** Allowed redirect addresses after a logout that the application requested. */
  postLogoutRedirectUris: callbacks(),
  /** Receives a signed logout token when a session ends. If empty, no token is sent. */
  backchannelLogoutUri: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(2000, 'Too Long!'),
      judgedBy((sent) => (sent === '' ? null : callbackProblem(sent, false))),
    ),
  ),
  tokenAuthMethod: z.optional(field.oneOf(TOKEN_AUTH_METHODS, CHOICE)),
  /** A JWK Set (RFC 7517 §5) of public keys, or empty. */
  jwks: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(20_000, 'Too Long!'),
      judgedBy((sent) => (sent === '' ? null : jwksProblem(sent))),
    ),
  ),
  /** The URL of the JWK Set instead, or empty. */
  jwksUri: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(2000, 'Too Long!'),
      judgedBy((sent) => (sent === '' ? null : callbackProblem(sent, false))),
    ),
  ),
  idTokenAlg: z.optional(field.oneOf(ID_TOKEN_ALGS, CHOICE)),
  accessTokenFormat: z.optional(field.oneOf(ACCESS_TOKEN_FORMATS, CHOICE)),
  subjectType: z.optional(field.oneOf(SUBJECT_TYPES, CHOICE)),
  /** Applications with the same sector share pairwise ids. If empty, the ids are unique to this application. */
  subjectSector: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Too Long!'))),
  oauthGrants: z.optional(z.array(field.oneOf(OAUTH_GRANTS, CHOICE)).check(z.maxLength(OAUTH_GRANTS.length, CHOICE))),
  pkceRequired: z.optional(z.boolean()),
  /** At least one: the library reads an empty list as all scopes. */
  allowedScopes: z.optional(
    z
      .array(field.oneOf(OAUTH_SCOPES, CHOICE))
      .check(z.minLength(1, 'Choose at least one'), z.maxLength(OAUTH_SCOPES.length, CHOICE)),
  ),
  /** For applications that do not call userinfo. */
  claimsInIdToken: z.optional(z.boolean()),
  /** The content of the claims `groups` and `roles`; needs the scope `access`. */
  groupsClaim: z.optional(field.oneOf(CLAIM_SOURCES, CHOICE)),
  rolesClaim: z.optional(field.oneOf(CLAIM_SOURCES, CHOICE)),
  /** First-party: people are not asked for consent. */
  isFirstParty: z.optional(z.boolean()),
}

/** The settings as lists show them. */
export const oauthRow = {
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  backchannelLogoutUri: z.string(),
  tokenAuthMethod: z.string(),
  jwks: z.string(),
  jwksUri: z.string(),
  idTokenAlg: z.string(),
  accessTokenFormat: z.string(),
  subjectType: z.string(),
  subjectSector: z.string(),
  oauthGrants: z.array(z.string()),
  pkceRequired: z.boolean(),
  allowedScopes: z.array(z.string()),
  claimsInIdToken: z.boolean(),
  groupsClaim: z.string(),
  rolesClaim: z.string(),
  isFirstParty: z.boolean(),
}

/** The settings of a new application. */
export const OAUTH_DEFAULTS = {
  redirectUris: [],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: '',
  tokenAuthMethod: 'client_secret_basic',
  jwks: '',
  jwksUri: '',
  idTokenAlg: 'RS256',
  accessTokenFormat: 'opaque',
  subjectType: 'public',
  subjectSector: '',
  oauthGrants: ['authorization_code'],
  pkceRequired: true,
  allowedScopes: ['openid', 'profile', 'email', 'phone', 'access'],
  claimsInIdToken: false,
  groupsClaim: 'none',
  rolesClaim: 'none',
  isFirstParty: true,
}

/** The settings that must be consistent with each other. */
export type SignInSettings = {
  applicationType: string
  launchMode: string
  /** Where the application starts its own sign-in. */
  loginUrl: string
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
  tokenAuthMethod: string
  jwks: string
  jwksUri: string
  oauthGrants: readonly string[]
  pkceRequired: boolean
  backchannelLogoutUri: string
  opensWhileActing: boolean
}

/** Contradictions among the settings, by field: what is stored always works. */
export function signInProblems(settings: SignInSettings): Record<string, string | null> {
  const { launchMode, loginUrl, tokenAuthMethod, jwks, jwksUri, oauthGrants, pkceRequired } = settings
  const isPublic = tokenAuthMethod === 'none'
  const isNative = settings.applicationType === 'Native'
  return {
    redirectUris: firstProblem(settings.redirectUris, isNative),
    postLogoutRedirectUris: firstProblem(settings.postLogoutRedirectUris, isNative),
    tokenAuthMethod:
      isNative && !isPublic ? 'A native application cannot keep a secret: choose None, a public client.' : null,
    'applicationSecret.applicationLogin':
      launchMode === 'oidc' && loginUrl === ''
        ? 'OpenID Connect needs the address where the application starts its own sign-in.'
        : null,
    jwks:
      tokenAuthMethod === 'private_key_jwt' && jwks === '' && jwksUri === ''
        ? 'Enter the public keys that the application signs with.'
        : null,
    jwksUri: jwks !== '' && jwksUri !== '' ? 'Enter the keys themselves or their address, not both.' : null,
    oauthGrants: grantProblem(oauthGrants, isPublic),
    opensWhileActing:
      settings.opensWhileActing && settings.backchannelLogoutUri === ''
        ? 'Enter the back-channel logout address first. The application learns there that support has left.'
        : null,
    pkceRequired: isPublic && !pkceRequired ? 'A public client must use PKCE.' : null,
  }
}

function firstProblem(addresses: readonly string[], isNative: boolean): string | null {
  const problems = addresses.map((address) =>
    address.trim() === '' ? null : callbackProblem(address.trim(), isNative),
  )
  return problems.find((problem) => problem !== null) ?? null
}

function grantProblem(grants: readonly string[], isPublic: boolean): string | null {
  if (isPublic && grants.includes('client_credentials'))
    return 'A public client cannot authenticate, so it cannot act on its own behalf.'
  if (grants.includes('refresh_token') && !grants.includes('authorization_code'))
    return 'Refresh tokens come with a sign-in: choose the authorization code too.'
  return null
}

/** A check whose message is the result of `problemOf`. */
function judgedBy(problemOf: (sent: string) => string | null) {
  return (judged: z.core.ParsePayload<string>) => {
    const message = problemOf(judged.value)
    if (message !== null) judged.issues.push({ code: 'custom', message, input: judged.value })
  }
}
