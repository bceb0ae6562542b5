import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS, type ErrorKey } from '@gatehouse/contract/errors.ts'
import type { Provider } from 'oidc-provider'
import type { GeneralLimit } from '../counting/general-limit.ts'
import { noteThrottled } from '../counting/note-refusals.ts'
import { TooManyAttempts } from '../counting/too-many-attempts.ts'
import { isUnstorable } from '../db/faults.ts'
import type { Deps } from '../deps.ts'
import { answerInTime, RETRY_SECONDS } from '../http/answer-in-time.ts'
import { makeAddressOf } from '../http/client-address.ts'
import { databaseFault, isAbandoned } from '../http/errors.ts'
import type { OwnHosts } from '../http/guards.ts'
import { NotWhileActing } from '../http/not-while-acting.ts'
import { requestIds } from '../http/request-ids.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { ProxyWatch } from '../http/unnamed-proxy.ts'
import { type Answer, makeDirect } from './direct.ts'
import { endSession } from './end-session.ts'
import { type ErrorPage, makeErrorPage } from './error-page.ts'
import { answerNotNow, isForAnybody, isForPeople, type NotNow, TO_PORTAL } from './not-now.ts'
import { PATHS } from './paths.ts'
import { bridgePost } from './post-bridge.ts'
import { readAhead, refuseActing } from './read-ahead.ts'
import { respellToken } from './structured-tokens.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Whether the provider answers this path, not the portal's own router. */
export const isOidcPath = (url: string) =>
  url.startsWith('/oauth2/') || [PATHS.discovery, PATHS.metadata].some((path) => path === pathOf(url))

/** The route of a request to the provider, for figures; `null`: the portal's own router answers it. */
export function oidcRouteOf(url: string): string | null {
  if (!isOidcPath(url)) return null
  const path = pathOf(url)
  return Object.values<string>(PATHS).includes(path) ? path : '/oauth2/*'
}

/**
 * The entry of the provider, in front of the portal's router, which would read bodies and set cookies of its own. For
 * these paths it does the router's work: host, headers, log.
 */
export function makeOidcHandler(deps: Deps, hosts: OwnHosts, limit: GeneralLimit, watch: ProxyWatch): Handle {
  const { config, log } = deps
  const headers = securityHeaders(config)
  const nextId = requestIds()
  const addressOf = makeAddressOf(config)
  const answerDirectly = makeDirect(deps)
  const errorPage = makeErrorPage()
  const answerElse = makeAnswer({ ...deps, errorPage }, Object.entries(headers), addressOf)

  const send = (response: ServerResponse, { status, body, headers: own }: Answer) => {
    if (body === undefined) return void response.writeHead(status, { ...headers, ...own }).end()
    const text = JSON.stringify(body)
    // Status and headers in one call, because these are the most frequent answers.
    response.writeHead(status, {
      ...headers,
      ...own,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }
  const refuse = (response: ServerResponse, key: ErrorKey, data: { ref: string } | null = null) => {
    const { status, msg } = ERRORS[key]
    send(response, { status, body: { code: status, msg, data } })
  }
  const sayNotNow = (request: IncomingMessage, response: ServerResponse, key: NotNow, retryAfter = RETRY_SECONDS) => {
    const { type, text } = answerNotNow(pathOf(request.url ?? ''), key, errorPage)
    // Replaces headers that the library may have set before it failed.
    response
      .writeHead(ERRORS[key].status, { ...headers, 'retry-after': String(retryAfter), 'content-type': type })
      .end(text)
  }
  const refuseForNow = async (request: IncomingMessage, response: ServerResponse, error: TooManyAttempts) => {
    sayNotNow(request, response, 'too_many_attempts', Number(error.data?.retryAfterSeconds))
    if (error.refusal !== null) await noteThrottled(deps, error.refusal, addressOf(request))
  }
  const refuseUnreadable = (path: string, response: ServerResponse) => {
    if (!isForPeople(path)) return send(response, { status: 400, body: { error: 'invalid_request' } })
    const type = 'text/html; charset=utf-8'
    response.writeHead(400, { ...headers, 'content-type': type }).end(errorPage('invalid_request'))
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? '')
    // Callers that authenticate have limits of their own, which never delay a right secret.
    if (isForAnybody(path)) await limit(addressOf(request))
    if (NUL.test(request.url ?? '')) return refuseUnreadable(path, response)
    const direct = await answerDirectly(path, request, addressOf(request))
    if (direct === null) await answerElse(path, request, response)
    else send(response, direct)
  }

  return (request, response) => {
    if (!hosts.has(request.headers.host)) return refuse(response, 'misdirected')
    watch(request)
    const reqId = nextId()
    if (log.isLevelEnabled('info')) logRequest(log, reqId, request, response)
    answerInTime(request, response, () => sayNotNow(request, response, 'busy'))
    const answered = answer(request, response).catch((err: unknown) => {
      if (err instanceof NotWhileActing && !response.headersSent)
        return void response.writeHead(303, { ...headers, ...TO_PORTAL }).end()
      if (err instanceof TooManyAttempts) return refuseForNow(request, response, err)
      if (isUnstorable(err) && !response.headersSent) return refuseUnreadable(pathOf(request.url ?? ''), response)
      throw err
    })
    answered.catch((err: unknown) => {
      if (isAbandoned(request, err)) return void response.destroy()
      log.error({ err, ref: reqId }, 'unexpected error')
      const fault = databaseFault(err)
      // The answer was sent in time, without waiting for this.
      if (response.writableEnded) return
      if (response.headersSent) response.destroy()
      else if (fault !== null) sayNotNow(request, response, fault)
      else refuse(response, 'internal', { ref: reqId })
    })
  }
}

function makeAnswer(
  deps: Deps & { errorPage: ErrorPage },
  headers: [string, string][],
  addressOf: (request: IncomingMessage) => string,
) {
  let current: { keys: unknown; handle: ReturnType<Provider['callback']> } | null = null

  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of headers) response.setHeader(name, value)
    settle(request, deps.config.publicUrl, addressOf(request))
    if (path === PATHS.metadata) request.url = PATHS.discovery
    // Only programs use these paths, whatever they accept: Java's own HTTP client asks for HTML.
    if (FOR_PROGRAMS.has(path)) request.headers.accept = 'application/json'
    const isFromElsewhere = path === PATHS.authorization || path === PATHS.endSession
    if (request.method === 'POST' && isFromElsewhere) return bridgePost(request, response)
    // Nothing but a visit ends a session: no HEAD of a program that looks at links, and nothing that a script sends.
    if (path === PATHS.endSession && request.method !== 'GET')
      return void response.writeHead(405, { allow: 'GET, POST', 'content-length': '0' }).end()
    if (path === PATHS.introspection || path === PATHS.revocation) {
      if (!(await respellToken(request))) return tooLong(response)
    }
    if (path === PATHS.endSession) return endSession(deps, request, response)
    const keys = await deps.signingKeys.published()
    if (current?.keys !== keys) {
      // Loaded with the first request that needs it: it is a fifth of the memory of an idle server.
      const { makeProvider } = await import('./provider.ts')
      current = { keys, handle: makeProvider(deps, keys).callback() }
    }
    const isAhead = path === PATHS.authorization && (await readAhead(deps.db, request)) !== null
    if (!isAhead && path.startsWith(PATHS.authorization)) await refuseActing(deps.db, request)
    await current.handle(request, response)
  }
}

function tooLong(response: ServerResponse) {
  response.writeHead(413, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
  response.end(JSON.stringify({ error: 'invalid_request' }))
}

const FOR_PROGRAMS: ReadonlySet<string> = new Set([PATHS.token, PATHS.userinfo, PATHS.introspection, PATHS.revocation])

function logRequest(log: Deps['log'], reqId: string, request: IncomingMessage, response: ServerResponse) {
  const startedAt = performance.now()
  const { method, url, socket } = request
  log.info({ reqId, req: { method, url, ip: socket.remoteAddress } }, 'incoming request')
  response.once('finish', () => {
    const { statusCode } = response
    log.info({ reqId, res: { statusCode }, responseTime: performance.now() - startedAt }, 'request completed')
  })
}

/** No address in an answer is taken from the request (requirement P22). */
function settle({ headers }: IncomingMessage, publicUrl: URL, address: string) {
  headers.host = publicUrl.host
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
  headers['x-forwarded-for'] = address
  for (const name of ['x-forwarded-host', 'forwarded']) delete headers[name]
}

/** PostgreSQL stores no NUL, and no meaningful value contains one. */
const NUL = /%00/

const pathOf = (url: string) => url.split('?', 1)[0] as string
