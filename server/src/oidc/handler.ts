import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS, type ErrorKey } from '@gatehouse/contract/errors.ts'
import type { Provider } from 'oidc-provider'
import type { GeneralLimit } from '../counting/general-limit.ts'
import { noteThrottled } from '../counting/note-refusals.ts'
import { TooManyAttempts } from '../counting/too-many-attempts.ts'
import type { Deps } from '../deps.ts'
import { makeAddressOf } from '../http/client-address.ts'
import { databaseFault, isAbandoned } from '../http/errors.ts'
import type { OwnHosts } from '../http/guards.ts'
import { requestIds } from '../http/request-ids.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { type Answer, makeDirect } from './direct.ts'
import { endSession } from './end-session.ts'
import { makeErrorPage } from './error-page.ts'
import { PATHS } from './paths.ts'
import { bridgePost } from './post-bridge.ts'
import { makeSigningKeys, type SigningKeys } from './signing-keys.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Whether the provider answers, and not the portal's own router. */
export const isOidcPath = (url: string) =>
  url.startsWith('/oauth2/') || [PATHS.discovery, PATHS.metadata].some((path) => path === pathOf(url))

/**
 * The door of the provider: in front of the portal's router, which would read bodies and set cookies of its own. What
 * the router does for its calls is done here for these: host, headers, log.
 */
export function makeOidcHandler(deps: Deps, hosts: OwnHosts, limit: GeneralLimit): Handle {
  const { config, log } = deps
  const headers = securityHeaders(config)
  const nextId = requestIds()
  const signingKeys = makeSigningKeys(deps.db, deps.keys.seal)
  const addressOf = makeAddressOf(config)
  const answerDirectly = makeDirect({ ...deps, signingKeys })
  const answerElse = makeAnswer(deps, signingKeys, Object.entries(headers), addressOf)

  const send = (response: ServerResponse, { status, body, headers: own }: Answer) => {
    if (body === undefined) return void response.writeHead(status, { ...headers, ...own }).end()
    const text = JSON.stringify(body)
    // In one go: these are the answers that are given most.
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
  const refuseForNow = async (request: IncomingMessage, response: ServerResponse, error: TooManyAttempts) => {
    response.setHeader('retry-after', String(error.data?.retryAfterSeconds))
    refuse(response, error.key)
    if (error.refusal !== null) await noteThrottled(deps, error.refusal, addressOf(request))
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? '')
    if (path.startsWith(PATHS.authorization) || path === PATHS.endSession) await limit(addressOf(request))
    const direct = await answerDirectly(path, request)
    if (direct === null) await answerElse(path, request, response)
    else send(response, direct)
  }

  return (request, response) => {
    if (!hosts.has(request.headers.host)) return refuse(response, 'misdirected')
    const reqId = nextId()
    if (log.isLevelEnabled('info')) logRequest(log, reqId, request, response)
    const answered = answer(request, response).catch((err: unknown) => {
      if (err instanceof TooManyAttempts) return refuseForNow(request, response, err)
      throw err
    })
    answered.catch((err: unknown) => {
      if (isAbandoned(request)) return void response.destroy()
      log.error({ err, ref: reqId }, 'unexpected error')
      const fault = databaseFault(err)
      if (response.headersSent) response.destroy()
      else if (fault !== null) refuse(response, fault)
      else refuse(response, 'internal', { ref: reqId })
    })
  }
}

function makeAnswer(
  given: Deps,
  signingKeys: SigningKeys,
  headers: [string, string][],
  addressOf: (request: IncomingMessage) => string,
) {
  const deps = { ...given, errorPage: makeErrorPage() }
  let current: { keys: unknown; handle: ReturnType<Provider['callback']> } | null = null

  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of headers) response.setHeader(name, value)
    settle(request, deps.config.publicUrl, addressOf(request))
    if (path === PATHS.metadata) request.url = PATHS.discovery
    // Programs ask there, whatever they say they accept: Java's own client asks for HTML.
    if (FOR_PROGRAMS.has(path)) request.headers.accept = 'application/json'
    const isFromElsewhere = path === PATHS.authorization || path === PATHS.endSession
    if (request.method === 'POST' && isFromElsewhere) return bridgePost(request, response)
    const keys = await signingKeys.published()
    if (path === PATHS.endSession) return endSession(deps, keys, request, response)
    if (current?.keys !== keys) {
      // Loaded with the first request that needs it: a fifth of the memory of a server at rest.
      const { makeProvider } = await import('./provider.ts')
      current = { keys, handle: makeProvider(deps, keys).callback() }
    }
    await current.handle(request, response)
  }
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

/** No address in an answer comes from the request (security note F5). */
function settle({ headers }: IncomingMessage, publicUrl: URL, address: string) {
  headers.host = publicUrl.host
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
  headers['x-forwarded-for'] = address
  for (const name of ['x-forwarded-host', 'forwarded']) delete headers[name]
}

const pathOf = (url: string) => url.split('?', 1)[0] as string
