import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { callbackProblem, isPrivateUse } from './callback-address.ts'
import { jwksProblem } from './jwks.ts'

/** How an application may get tokens. */
export const OAUTH_GRANTS = ['authorization_code', 'refresh_token', 'client_credentials'] as const
/** How an application proves itself where it redeems; 'none' is a public client. */
export const TOKEN_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
/** How identity tokens and logout tokens are signed; every application can check the first (OpenID Connect Core §15.1). */
export const ID_TOKEN_ALGS = ['RS256', 'ES256'] as const
/** What may be told about people, by the names that OAuth has for it. */
export const OAUTH_SCOPES = ['openid', 'profile', 'email', 'phone', 'access', 'offline_access'] as const

/** Of access tokens: opaque ones are asked about here, `jwt` (RFC 9068) can be checked without asking. */
export const ACCESS_TOKEN_FORMATS = ['opaque', 'jwt'] as const
/** By which id an application knows people (OpenID Connect Core §8). */
export const SUBJECT_TYPES = ['public', 'pairwise'] as const

/** What may stand in a claim of an application's own, such as `groups`. */
export const CLAIM_SOURCES = ['none', 'role', 'role-id', 'client-role', 'client', 'client-id', 'pages'] as const
export type ClaimSource = (typeof CLAIM_SOURCES)[number]

const ADDRESSES_MAX = 20
const CHOICE = 'Choose one from the list'

/** Whether the application is of type Native is judged beside the rest of its settings. */
const writtenProblem = (address: string) => callbackProblem(address, isPrivateUse(address))

const callback = () => z.string().check(judgedBy(writtenProblem))

/** Several such addresses; empty lines and what stands there twice are dropped. */
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

/** What an application says of OpenID Connect. All of it may be left out: then it stays as it is, or as it begins. */
export const oauthForm = {
  /** Where sign-ins may be answered, exactly as written; none: the Redirect URL alone. */
  redirectUris: callbacks(),
  /** Where people may arrive after the application has signed them out. */
  postLogoutRedirectUris: callbacks(),
  /** Is sent a signed token when a session ends; empty: it is not. */
  backchannelLogoutUri: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(2000, 'Too Long!'),
      judgedBy((sent) => (sent === '' ? null : callbackProblem(sent, false))),
    ),
  ),
  tokenAuthMethod: z.optional(field.oneOf(TOKEN_AUTH_METHODS, CHOICE)),
  /** A JWK Set (RFC 7517 §5) of public keys; empty: none. */
  jwks: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(20_000, 'Too Long!'),
      judgedBy((sent) => (sent === '' ? null : jwksProblem(sent))),
    ),
  ),
  /** Where that set is read instead; empty: nowhere. */
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
  /** Applications with the same one know people by the same pairwise ids; empty: this application alone. */
  subjectSector: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Too Long!'))),
  oauthGrants: z.optional(z.array(field.oneOf(OAUTH_GRANTS, CHOICE)).check(z.maxLength(OAUTH_GRANTS.length, CHOICE))),
  pkceRequired: z.optional(z.boolean()),
  /** One at least: to the provider's library none means all. */
  allowedScopes: z.optional(
    z
      .array(field.oneOf(OAUTH_SCOPES, CHOICE))
      .check(z.minLength(1, 'Choose at least one'), z.maxLength(OAUTH_SCOPES.length, CHOICE)),
  ),
  /** For clients that never ask at userinfo. */
  claimsInIdToken: z.optional(z.boolean()),
  /** With the scope `access`: what is told under `groups`, and under `roles`. */
  groupsClaim: z.optional(field.oneOf(CLAIM_SOURCES, CHOICE)),
  rolesClaim: z.optional(field.oneOf(CLAIM_SOURCES, CHOICE)),
  /** Ours: people are not asked whether it may know them. */
  isFirstParty: z.optional(z.boolean()),
}

/** The same as lists show it. */
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

/** How an application begins. */
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

/** What of an application must fit together. */
export type SignInSettings = {
  applicationType: string
  launchMode: string
  /** Where the application begins its own sign-in. */
  loginUrl: string
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
  tokenAuthMethod: string
  jwks: string
  jwksUri: string
  oauthGrants: readonly string[]
  pkceRequired: boolean
}

/** What does not fit together, by field: an application that is stored can do what it says. */
export function signInProblems(settings: SignInSettings): Record<string, string | null> {
  const { launchMode, loginUrl, tokenAuthMethod, jwks, jwksUri, oauthGrants, pkceRequired } = settings
  const isPublic = tokenAuthMethod === 'none'
  const isNative = settings.applicationType === 'Native'
  return {
    redirectUris: firstProblem(settings.redirectUris, isNative),
    postLogoutRedirectUris: firstProblem(settings.postLogoutRedirectUris, isNative),
    tokenAuthMethod:
      isNative && !isPublic ? 'A native application cannot keep a secret: choose None, a public client.' : null,
    launchMode:
      launchMode === 'oidc' && loginUrl === ''
        ? 'OpenID Connect needs the address where the application starts its own sign-in.'
        : null,
    jwks:
      tokenAuthMethod === 'private_key_jwt' && jwks === '' && jwksUri === ''
        ? 'Enter the public keys that the application signs with.'
        : null,
    jwksUri: jwks !== '' && jwksUri !== '' ? 'Enter the keys themselves or their address, not both.' : null,
    oauthGrants: grantProblem(oauthGrants, isPublic),
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

/** A check whose message is what `problemOf` says. */
function judgedBy(problemOf: (sent: string) => string | null) {
  return (judged: z.core.ParsePayload<string>) => {
    const message = problemOf(judged.value)
    if (message !== null) judged.issues.push({ code: 'custom', message, input: judged.value })
  }
}
