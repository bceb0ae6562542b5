import { NOT_NOW } from '@gatehouse/contract/oidc.ts'
import { type Client, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { ASSERTION_ALGS, assertionProblem, CLOCK_TOLERANCE_SECONDS } from '../access/application-assertion.ts'
import { SECONDS } from '../access/lifetimes.ts'
import { subjectOf } from '../access/subject.ts'
import type { Deps } from '../deps.ts'
import { databaseFault, isAbandoned } from '../http/errors.ts'
import { NotWhileActing } from '../http/not-while-acting.ts'
import type { SigningKey } from '../keyring/signing-keys.ts'
import { actorOf, findAccount, loadGrant } from './account.ts'
import { adaptClients } from './adapt-clients.ts'
import { makeAdapter } from './adapter.ts'
import { answerFaults } from './answer-faults.ts'
import { makeClaims } from './claims.ts'
import { OWN_METADATA } from './clients.ts'
import { isPageOf } from './cross-origin.ts'
import type { ErrorPage } from './error-page.ts'
import { essentialAcrs, hasReadableSubject } from './essential-acr.ts'
import { finishAnswers } from './finish-answers.ts'
import { interactionUrl } from './interaction-url.ts'
import { issueJwtAccessTokens, secondsOf } from './jwt-access-tokens.ts'
import { isForPeople, NOT_NOW_HEADERS, notNowBody, TO_PORTAL } from './not-now.ts'
import { keepToOurCookies, LIBRARY_COOKIES } from './own-cookies.ts'
import { PATHS } from './paths.ts'
import { makePolicy } from './policy.ts'
import { ACR, actingOf } from './portal-session.ts'
import { mayBeRefreshToken } from './presented-token.ts'
import { countFailures } from './refuse-clients.ts'
import { assignDefaults } from './request-defaults.ts'
import { requireFewResources, requireResource } from './require-resource.ts'

/** How applications prove who they are; `none` is for public clients. */
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
const SCOPES = ['openid', 'offline_access', 'profile', 'email', 'phone', 'access']

/** The provider for a set of keys; made again when the keys change, which takes some milliseconds. */
export function makeProvider(
  deps: Pick<Deps, 'db' | 'config' | 'keys' | 'keySets' | 'log' | 'signingKeys'> & { errorPage: ErrorPage },
  signingKeys: SigningKey[],
): Provider {
  const { db, config, keys, log, errorPage } = deps
  const claims = makeClaims(deps)
  const subjectFor = (client: Client, userId: string) => {
    const { clientId: id, subjectType, subject_sector: subjectSector } = client
    return subjectOf(
      keys.subject,
      { id, subjectType: String(subjectType), subjectSector: String(subjectSector) },
      userId,
    )
  }
  const provider = new Provider(config.publicUrl.origin, {
    adapter: makeAdapter(deps),
    jwks: { keys: signingKeys.map(({ jwk }) => jwk) },
    acrValues: [ACR.one, ACR.two],
    claims: { ...claims.byScope, sid: null, iss: null },
    scopes: SCOPES,
    responseTypes: ['code'],
    pkce: { required: (_ctx, client) => client.pkce_required === true },
    clientAuthMethods: [...AUTH_METHODS],
    clientDefaults: { grant_types: ['authorization_code'], response_types: ['code'] },
    extraClientMetadata: { properties: OWN_METADATA },
    extraParams: {
      /**
       * The client (organisation) to sign in for. The library calls this after all parameters that it knows, so
       * defaults are set here.
       */
      client: ({ oidc }, _value, client) => assignDefaults(oidc, client, claims),
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    assertJwtClientAuthClaimsAndHeader: async (_ctx, claims) => {
      const problem = assertionProblem(claims, await deps.db.now())
      if (problem !== null) throw new errors.InvalidClientAuth(problem)
    },
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_ctx, accountId, client) => subjectFor(client, accountId),
    sectorIdentifierUriValidate: () => false,
    cookies: {
      names: LIBRARY_COOKIES,
      keys: [keys.oidcCookies],
      long: { httpOnly: true, sameSite: 'lax', signed: false },
      short: { httpOnly: true, sameSite: 'lax', secure: true, signed: true, priority: 'low' },
    },
    routes: {
      authorization: PATHS.authorization,
      token: PATHS.token,
      userinfo: PATHS.userinfo,
      introspection: PATHS.introspection,
      revocation: PATHS.revocation,
      jwks: PATHS.jwks,
    },
    discovery: {
      end_session_endpoint: new URL(PATHS.endSession, config.publicUrl).href,
      // The library names them for the token endpoint only.
      revocation_endpoint_auth_methods_supported: AUTH_METHODS,
      revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGS,
      introspection_endpoint_auth_methods_supported: AUTH_METHODS.filter((method) => method !== 'none'),
      introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGS,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      frontchannel_logout_supported: true,
      frontchannel_logout_session_supported: true,
      ui_locales_supported: ['en', 'hi'],
    },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      clientAuthSigningAlgValues: ASSERTION_ALGS as 'RS256'[],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      claimsParameter: {
        enabled: true,
        // Refuses a request whose `sub` or list of `acr` values cannot be read.
        assertClaimsParameter: async ({ oidc }, claims) => {
          if (!hasReadableSubject(claims)) throw new errors.InvalidRequest('what is asked of sub must be an object')
          try {
            essentialAcrs(oidc.params?.claims)
          } catch (error) {
            throw new errors.InvalidRequest((error as Error).message)
          }
        },
      },
      clientCredentials: { enabled: true },
      // We have our own: it ends the portal's session, and notifies applications through the outbox.
      rpInitiatedLogout: { enabled: false },
      introspection: {
        enabled: true,
        allowedPolicy: ({ oidc }, client, token) =>
          client.clientAuthMethod !== 'none' &&
          (audienceOf(token) ?? token.clientId) === client.clientId &&
          (token.kind !== 'RefreshToken' || mayBeRefreshToken(oidc.params?.token_type_hint)),
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async ({ oidc }, resource, client) => {
          requireFewResources(oidc.params?.resource)
          // At the authorization endpoint the account is not known as that of an acting: `findAccount` judges it there.
          const isActing = actorOf(oidc.account).acting !== null
          const asking = { client, accountId: oidc.account?.accountId, isActing }
          const { id: audience, tokenAlg } = await requireResource(db, resource, asking)
          const common = { scope: SCOPES.join(' '), audience, accessTokenFormat: 'opaque' } as const
          // The library makes opaque tokens only; `jwt-access-tokens.ts` turns them into JWTs.
          return tokenAlg === null
            ? { ...common, accessTokenTTL: SECONDS.token }
            : { ...common, accessTokenTTL: SECONDS.jwt, jwt: { sign: { alg: tokenAlg } } }
        },
      },
    },
    ttl: {
      AccessToken: ({ oidc }, token, client) => untilActingEnds(oidc, secondsOf(token, client)),
      AuthorizationCode: SECONDS.code,
      ClientCredentials: (_ctx, token, client) => secondsOf(token, client),
      IdToken: ({ oidc }) => untilActingEnds(oidc, SECONDS.token),
      // The time without use; the total time is limited by the grant and the session.
      RefreshToken: SECONDS.refreshIdle,
      Interaction: SECONDS.interaction,
      Session: SECONDS.refreshIdle,
      Grant: SECONDS.refreshIdle,
    },
    // The grant decides whether it outlives its session, and all its tokens follow it.
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    // None outlives the acting under which it would be issued.
    issueRefreshToken: ({ oidc }, client) =>
      client.grantTypeAllowed('refresh_token') && actorOf(oidc.account).acting === null,
    findAccount: (ctx, sub, token) => findAccount(db, claims, ctx, sub, token),
    loadExistingGrant: (ctx) => loadGrant(db, claims, ctx),
    interactions: {
      policy: makePolicy(),
      url: (ctx, interaction) => {
        // What `refusalWhileActing` does not know, such as an `id_token_hint` of somebody else.
        if (actingOf(ctx.oidc.session) !== null) throw new errors.LoginRequired('nobody signs in while acting')
        return interactionUrl(ctx, interaction)
      },
    },
    clientBasedCORS: (_ctx, origin, client) => isPageOf(client.redirectUris, origin),
    renderError: (ctx, { error }, cause) => {
      // The acting began after the handler had checked that nobody acts in this session.
      if (cause instanceof NotWhileActing) return sendToPortal(ctx)
      ctx.type = 'html'
      // No fault: the request took too long, or was continued in another browser.
      const isDatabase = databaseFault(cause) !== null
      ctx.body = errorPage(isDatabase ? NOT_NOW : cause instanceof errors.SessionNotFound ? 'request_expired' : error)
    },
    // The library must not fetch anything: the keys of applications are read before it needs them.
    fetch: async () => {
      throw new Error('the provider makes no requests')
    },
  })
  adaptClients(provider, deps)
  issueJwtAccessTokens(provider, { db, issuer: config.publicUrl.origin, keys: signingKeys, subjectOf: subjectFor })
  // The handler has overwritten the headers that describe the request, so they can be trusted.
  provider.proxy = true
  provider.use(keepToOurCookies)
  provider.use(answerFaults(deps))
  provider.use(countFailures(deps))
  provider.use(finishAnswers(db, claims))
  // Replaces the listener of the web framework, which prints to the console.
  const framework: NodeJS.EventEmitter = provider
  framework.on('error', (err: Error, ctx?: KoaContextWithOIDC) => {
    if (ctx === undefined || !isAbandoned(ctx.req, err)) log.error({ err }, 'oidc: unexpected error')
  })
  provider.on('server_error', (ctx: KoaContextWithOIDC, err: Error) => {
    if (isAbandoned(ctx.req, err) || err instanceof NotWhileActing) return
    log.error({ err }, 'oidc: unexpected error')
    const fault = databaseFault(err)
    if (fault === null || ctx.status !== 500) return
    // The database is unavailable: the application should retry, and its request was not wrong.
    ctx.status = 503
    ctx.set(NOT_NOW_HEADERS)
    if (!isForPeople(ctx.path)) ctx.body = notNowBody(fault)
  })
  return provider
}

/** No token that is read without asking us lasts longer than the acting. */
const untilActingEnds = ({ account }: KoaContextWithOIDC['oidc'], seconds: number) =>
  Math.min(seconds, actorOf(account).acting?.secondsLeft ?? seconds)

function sendToPortal(ctx: KoaContextWithOIDC) {
  ctx.status = 303
  ctx.set(TO_PORTAL)
  ctx.body = ''
}

function audienceOf(token: object): string | undefined {
  const { aud } = token as { aud?: string | string[] }
  return Array.isArray(aud) ? aud[0] : aud
}
