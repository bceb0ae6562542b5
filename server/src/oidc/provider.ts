import { type ClientMetadata, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { applicationSecretHash } from '../access/application-secret.ts'
import { equalBytes, newSecret } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { databaseFault, isAbandoned } from '../http/errors.ts'
import { findAccount, loadGrant } from './account.ts'
import { makeAdapter } from './adapter.ts'
import { makeClaims } from './claims.ts'
import { OWN_METADATA } from './clients.ts'
import { isPageOf } from './cross-origin.ts'
import type { ErrorPage } from './error-page.ts'
import { essentialAcrs } from './essential-acr.ts'
import { finishAnswers } from './finish-answers.ts'
import { interactionUrl } from './interaction-url.ts'
import { SECONDS } from './lifetimes.ts'
import { PATHS } from './paths.ts'
import { makePolicy } from './policy.ts'
import { ACR } from './portal-session.ts'
import { mayBeRefreshToken } from './presented-token.ts'
import { successorOf } from './refresh-again.ts'
import { countFailures } from './refuse-clients.ts'
import { assignDefaults } from './request-defaults.ts'
import { requireResource } from './require-resource.ts'
import type { SigningKey } from './signing-keys.ts'

const SCOPES = ['openid', 'offline_access', 'profile', 'email', 'phone', 'access']

const COOKIES = {
  // The portal's own: it is read here, and set nowhere but there.
  session: '__Host-eai_sid',
  interaction: '__Secure-eai_oidc',
  resume: '__Secure-eai_oidc_resume',
}

/** The provider for a set of keys; made anew when they change, which costs some milliseconds. */
export function makeProvider(
  deps: Pick<Deps, 'db' | 'config' | 'keys' | 'log'> & { errorPage: ErrorPage },
  signingKeys: SigningKey[],
): Provider {
  const { db, config, keys, log, errorPage } = deps
  const claims = makeClaims(config)
  const provider = new Provider(config.publicUrl.origin, {
    adapter: makeAdapter(deps),
    jwks: { keys: signingKeys.map(({ jwk }) => jwk) },
    acrValues: [ACR.one, ACR.two],
    claims: { ...claims.byScope, sid: null, iss: null },
    scopes: SCOPES,
    responseTypes: ['code'],
    pkce: { required: (_ctx, client) => client.pkce_required === true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    clientDefaults: { grant_types: ['authorization_code'], response_types: ['code'] },
    extraClientMetadata: { properties: OWN_METADATA },
    extraParams: {
      /** The client (organisation) to enter for. The library asks after all parameters that it knows: here are defaults. */
      client: ({ oidc }, _value, client) => assignDefaults(oidc, client, claims),
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 5,
    cookies: {
      names: COOKIES,
      keys: [keys.oidcCookies],
      long: { httpOnly: true, sameSite: 'lax', signed: false },
      short: { httpOnly: true, sameSite: 'lax', secure: true, signed: true },
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
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      frontchannel_logout_supported: true,
      frontchannel_logout_session_supported: true,
      ui_locales_supported: ['en', 'hi'],
    },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256'],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA'],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      claimsParameter: {
        enabled: true,
        // Refuses what cannot be read as a list.
        assertClaimsParameter: async ({ oidc }) => {
          try {
            essentialAcrs(oidc.params?.claims)
          } catch (error) {
            throw new errors.InvalidRequest((error as Error).message)
          }
        },
      },
      clientCredentials: { enabled: true },
      // Ours: it ends the portal's session, and what is told to whom goes through the outbox.
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
          const asking = { client, accountId: oidc.account?.accountId }
          const { id: audience } = await requireResource(db, resource, asking)
          return { scope: SCOPES.join(' '), audience, accessTokenFormat: 'opaque', accessTokenTTL: SECONDS.token }
        },
      },
    },
    ttl: {
      AccessToken: SECONDS.token,
      AuthorizationCode: SECONDS.code,
      ClientCredentials: SECONDS.token,
      IdToken: SECONDS.token,
      // How long without use; how long in all is the grant's, and the session's.
      RefreshToken: SECONDS.refreshIdle,
      Interaction: SECONDS.interaction,
      Session: SECONDS.refreshIdle,
      Grant: SECONDS.refreshIdle,
    },
    // A grant knows whether it outlives its session, and everything that hangs on it asks it.
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: (ctx, sub, token) => findAccount(db, claims, ctx, sub, token),
    loadExistingGrant: (ctx) => loadGrant(db, claims, ctx),
    interactions: { policy: makePolicy(), url: interactionUrl },
    clientBasedCORS: (_ctx, origin, client) => isPageOf(client.redirectUris, origin),
    renderError: (ctx, { error }, cause) => {
      ctx.type = 'html'
      // Nobody's fault: it took too long, or is gone on with in another browser.
      ctx.body = errorPage(cause instanceof errors.SessionNotFound ? 'request_expired' : error)
    },
    // Nothing that the library fetches is registered: keys of applications stand in their record.
    fetch: async () => {
      throw new Error('the provider makes no requests')
    },
  })
  adaptClients(provider, deps)
  // What the handler says of the request is the truth; it has overwritten what came.
  provider.proxy = true
  provider.use(keepToOurCookies)
  provider.use(countFailures(deps))
  provider.use(finishAnswers(db))
  // In place of the framework's own, which prints.
  const framework: NodeJS.EventEmitter = provider
  framework.on('error', (err: Error, ctx?: KoaContextWithOIDC) => {
    if (ctx === undefined || !isAbandoned(ctx.req)) log.error({ err }, 'oidc: unexpected error')
  })
  provider.on('server_error', (ctx: KoaContextWithOIDC, err: Error) => {
    if (isAbandoned(ctx.req)) return
    log.error({ err }, 'oidc: unexpected error')
    // To be tried again, and no fault of the request.
    if (databaseFault(err) !== null && ctx.status === 500) ctx.status = 503
  })
  return provider
}

/** What is ours about clients and sessions, where the library leaves it to its classes. */
function adaptClients(provider: Provider, { keys }: Pick<Deps, 'keys'>) {
  Object.assign(provider.Client.prototype, {
    /** Secrets are stored as digests, and what is presented is digested likewise. */
    compareClientSecret(this: ClientMetadata & { clientId: string; clientSecret: string }, presented: string) {
      const digest = applicationSecretHash(keys.applicationSecret, this.clientId, presented)
      return this.clientSecret.split(' ').some((stored) => equalBytes(Buffer.from(stored, 'hex'), digest))
    },
    /** Always: both kinds of logout name the session by it. */
    includeSid: () => true,
  })
  Object.assign(provider.RefreshToken.prototype, {
    /** Random the first time; each later one follows from the one before (ADR 0029). */
    generateTokenId: () => {
      const { grant_type, refresh_token } = Provider.ctx?.oidc.params ?? {}
      return grant_type === 'refresh_token' ? successorOf(keys.refreshToken, String(refresh_token)) : newSecret()
    },
  })
  Object.assign(provider.Session.prototype, {
    /** One session, and one name of it for all applications. */
    ensureClientContainer(this: { uid: string; sidFor: (id: string, sid?: string) => unknown }, clientId: string) {
      this.sidFor(clientId, this.uid)
    },
    /** Its secret is the portal's to renew. */
    resetIdentifier: () => undefined,
  })
}

/** The session's cookie is set by the portal alone, and a form is sent to nobody but the application that asked. */
async function keepToOurCookies(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  // Browsers accept Secure cookies over plain http on localhost (security note F12); the library does not know.
  ctx.cookies.secure = true
  await next()
  const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((cookie) => !cookie.startsWith(COOKIES.session))
  if (kept.length < cookies.length) {
    ctx.remove('set-cookie')
    if (kept.length > 0) ctx.set('set-cookie', kept)
  }
  const { client, params: { response_mode: mode, redirect_uri: address } = {} } = ctx.oidc ?? {}
  // Registered ones alone: what else is sent is no part of a policy.
  if (mode === 'form_post' && typeof address === 'string' && client?.redirectUriAllowed(address))
    ctx.set(
      'content-security-policy',
      ctx.response
        .get('content-security-policy')
        .replace("form-action 'self'", `form-action ${new URL(address).origin}`),
    )
}

function audienceOf(token: object): string | undefined {
  const { aud } = token as { aud?: string | string[] }
  return Array.isArray(aud) ? aud[0] : aud
}
