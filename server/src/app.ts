import { createServer } from 'node:http'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { UPLOADS, type Upload } from '@gatehouse/contract/uploads.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serveAccount } from './account/routes.ts'
import { requireJoinerApart } from './admin/approvals/conflicts/require-joiner-apart.ts'
import { serveApprovalSheets } from './admin/approvals/sheets/routes.ts'
import { serveUploads } from './admin/engine/uploads.ts'
import { serveImport } from './admin/jobs/import-route.ts'
import { serveInvitationsFile } from './admin/jobs/invite-route.ts'
import { serveLeavers } from './admin/jobs/leavers/routes.ts'
import { endLentSince } from './admin/people/stand-ins/end.ts'
import { serveAdmin } from './admin/routes.ts'
import { makeGeneralLimit } from './counting/general-limit.ts'
import { noteRefusal } from './counting/note-refusals.ts'
import { serveAuthzen } from './decisions/authzen-routes.ts'
import { serveDecisions, serveOwnDecisions } from './decisions/routes.ts'
import { serveInbox } from './demo/inbox-routes.ts'
import type { Deps } from './deps.ts'
import { serveAuthenticators } from './factors/authenticator-routes.ts'
import { serveRecoveryCodes } from './factors/recovery-code-routes.ts'
import { serveRememberedBrowsers } from './factors/remembered-browser-routes.ts'
import { refuseUnconfirmed } from './factors/require-confirmed.ts'
import { servePasskeys } from './factors/routes.ts'
import { canonicalAddress } from './http/client-address.ts'
import { installCompression } from './http/compression.ts'
import { installConditionalAnswers } from './http/conditional.ts'
import { makeEncryptionKeys } from './http/encryption-keys.ts'
import { makeEnvelopes } from './http/envelope.ts'
import { answerUnreadable, installAnswerLimit, installErrorHandling } from './http/errors.ts'
import { dropForwardedPorts } from './http/forwarded-addresses.ts'
import { installGuards, makeOwnHosts } from './http/guards.ts'
import { serveHealth } from './http/health.ts'
import { serveApiDocument } from './http/openapi.ts'
import { answerUnparsed } from './http/parser-refusals.ts'
import { closeAfterRest } from './http/read-rest.ts'
import { installRecentChange } from './http/recent-change.ts'
import { serveRelatedOrigins } from './http/related-origins.ts'
import { requestIds } from './http/request-ids.ts'
import { installSecurityHeaders } from './http/security-headers.ts'
import { claimRequest } from './http/served-requests.ts'
import { makeProxyWatch } from './http/unnamed-proxy.ts'
import { acceptFiles } from './http/upload.ts'
import { serveWebApp } from './http/web-app.ts'
import { findWebAsset } from './http/web-assets.ts'
import { authenticateApplication } from './launch/authenticate-application.ts'
import { launchPagePolicy } from './launch/page-policy.ts'
import { serveApplications, serveLaunch } from './launch/routes.ts'
import { isOidcPath, makeOidcHandler } from './oidc/handler.ts'
import { serveOidc } from './oidc/routes.ts'
import { serveSimulateRequest } from './oidc/simulate-request.ts'
import { servePages } from './pages/routes.ts'
import { makeServiceAccounts } from './service-accounts/authenticate.ts'
import { authenticatePerson } from './sessions/authenticate.ts'
import { limitVisitors } from './sessions/limit-visitors.ts'
import { serveSessions } from './sessions/routes.ts'
import { serveFirstAdministrator } from './setup/routes.ts'
import { requestRouted } from './signals.ts'
import { serveBranding } from './signin/branding-routes.ts'
import { serveOwnContact } from './signin/contact-routes.ts'
import { servePasskeySignIn } from './signin/passkey-routes.ts'
import { servePhoneProof } from './signin/phone-routes.ts'
import { serveSignIn } from './signin/routes.ts'
import { serveSelfRegistration } from './signin/self-registration-routes.ts'
import { serveSession } from './signin/session-routes.ts'

/** Limits of one request (requirement P22). */
const BODY_MAX_BYTES = 64 * 1024
const TIMEOUTS = {
  requestTimeout: 15_000,
  connectionTimeout: 30_000,
  // Longer than that of any proxy: one that sends on a connection that is just being closed gets no answer.
  keepAliveTimeout: 620_000,
  maxRequestsPerSocket: 1000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, maxHeaderSize: 16_384 },
}

/** Builds the whole server, in order: the table of contents. */
export async function buildApp(deps: Deps, isStopping: () => boolean = () => false): Promise<FastifyInstance> {
  const { db, config, keys, log } = deps
  const hosts = makeOwnHosts(config)
  const limit = makeGeneralLimit(deps)
  const serviceAccounts = makeServiceAccounts(deps)
  const watchProxies = makeProxyWatch(config, log)
  const handleOidc = makeOidcHandler(deps, hosts, limit, watchProxies)
  const app = Fastify({
    // The OpenID Connect provider stands in front of the router.
    serverFactory: (handleOurs) => {
      const server = createServer(TIMEOUTS.http, (request, response) => {
        // The next request on this connection should go to a server that is not stopping.
        if (isStopping()) response.setHeader('connection', 'close')
        closeAfterRest(request, response)
        dropForwardedPorts(request)
        return isOidcPath(request.url ?? '') ? handleOidc(request, response) : handleOurs(request, response)
      })
      const { requestTimeout, keepAliveTimeout, maxRequestsPerSocket } = TIMEOUTS
      return Object.assign(server, { requestTimeout, keepAliveTimeout, maxRequestsPerSocket }).setTimeout(
        TIMEOUTS.connectionTimeout,
      )
    },
    // The cast widens the type: with pino's own type, every plugin would need a type parameter.
    loggerInstance: log as FastifyBaseLogger,
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: requestIds(),
    // Requests that have arrived are answered; the listener is closed by then.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadable(config),
    clientErrorHandler: answerUnparsed(config),
    // `route()` parses with the contract. The framework's own schema compilers would be loaded at every start.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  })
  const encryptionKeys = makeEncryptionKeys(db, keys.seal)
  // Browsers send plain text across sites without a preflight request; so only JSON is read.
  app.removeContentTypeParser('text/plain')
  app.decorate('edge', {
    authenticators: {
      person: (request) => authenticatePerson(deps, request),
      hasServiceKey: serviceAccounts.hasServiceKey,
      serviceAccount: serviceAccounts.authenticate,
      application: (request) => authenticateApplication(deps, request),
      refuseUnconfirmed: (person) => refuseUnconfirmed(db, person),
    },
    envelopes: makeEnvelopes(config.encryption, {
      find: encryptionKeys.find,
      claim: (jti, ttlSeconds) => claimRequest(db, jti, ttlSeconds),
      now: db.now,
    }),
    served: new Set<Endpoint | Upload>(),
    limit,
  })
  installErrorHandling(app, (error, request) =>
    noteRefusal(deps, error, { call: request.routeOptions.url ?? '', ip: canonicalAddress(request.ip) }, () =>
      serviceAccounts.hasServiceKey(request) ? serviceAccounts.find(request) : authenticatePerson(deps, request),
    ),
  )
  installAnswerLimit(app)
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    requestRouted.publish({ request: raw, route: routeOptions.url })
    watchProxies(raw)
    done()
  })
  installSecurityHeaders(app, config)
  installGuards(app, config, hosts)
  await app.register(cookie)
  installRecentChange(app, config)
  installConditionalAnswers(app)
  await installCompression(app)

  serveHealth(app, db, isStopping)
  serveRelatedOrigins(app, config)
  serveSession(app, deps, encryptionKeys)
  serveSessions(app, deps)
  serveBranding(app, deps)
  serveSignIn(app, deps, requireJoinerApart(deps))
  servePasskeySignIn(app, deps)
  servePasskeys(app, deps)
  serveAuthenticators(app, deps)
  serveRecoveryCodes(app, deps)
  serveRememberedBrowsers(app, deps)
  servePhoneProof(app, deps)
  serveOwnContact(app, deps, endLentSince(deps))
  serveAccount(app, deps)
  serveSelfRegistration(app, deps, requireJoinerApart(deps))
  serveFirstAdministrator(app, deps)
  serveLaunch(app, deps)
  serveOwnDecisions(app, deps)
  await serveAuthzen(app, deps)
  serveOidc(app, deps)
  serveSimulateRequest(app, deps)
  serveAdmin(app, deps)
  // Applications may send forms, as OAuth clients do; no other caller sends forms.
  await app.register(async (forms) => {
    await forms.register(formbody)
    serveApplications(forms, deps)
    serveDecisions(forms, deps)
    servePages(forms, deps)
  })
  // Only these routes read files.
  await app.register(async (files) => {
    await acceptFiles(files)
    serveUploads(files, deps)
    serveImport(files, deps)
    serveApprovalSheets(files, deps)
    serveInvitationsFile(files, deps)
    serveLeavers(files, deps)
  })
  if (config.mode === 'development') serveInbox(app, db)
  app.addHook('onClose', () => Promise.all([deps.templates.close(), deps.pictures.close()]))
  serveApiDocument(app, config, (request) => limitVisitors(deps, limit, request))
  await serveWebApp(app, launchPagePolicy(deps, limit), async (request, path) => {
    await limitVisitors(deps, limit, request)
    return findWebAsset(db, path, /\bbr\b/.test(`${request.headers['accept-encoding']}`))
  })

  const unserved = [...ENDPOINTS, ...UPLOADS].filter((call) => !app.edge.served.has(call))
  if (unserved.length > 0) throw new Error(`declared but not served: ${unserved.map(({ path }) => path).join(', ')}`)
  return app
}

const refuseSchema = () => () => {
  throw new Error('a route describes its input in the contract, and has no schema of the framework')
}
