import type { IncomingMessage } from 'node:http'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isDatabaseBusy, isDatabaseDown, isUnstorable } from '../db/faults.ts'
import { AppError } from '../errors.ts'
import { answerInTime, RETRY_SECONDS } from './answer-in-time.ts'
import { readRest } from './read-rest.ts'
import { refusedUnconfirmed } from './refused-unconfirmed.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Turns every error into the one form of answer; no other code does this.
 *
 * @param note records refusals that administrators should see
 */
export function installErrorHandling(
  app: FastifyInstance,
  note: (error: AppError, request: FastifyRequest) => Promise<void>,
) {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) await readRest(request.raw)
  })
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // What a file or a compressed answer has announced does not hold for the error.
    for (const announced of ['content-encoding', 'content-disposition', 'content-type', 'content-length'])
      reply.removeHeader(announced)
    const known = recognise(error)
    if (known === null) return answerUnknown(error, request, reply)
    // A refusal that cannot be recorded is still a refusal.
    await note(known, request).catch((err: unknown) => request.log.error({ err }, 'refusal not noted'))
    if (known.status >= 500) request.log.error({ err: error, key: known.key }, 'request failed')
    else if (known.cause !== undefined) request.log.info({ err: known.cause, key: known.key }, 'request refused')
    const retryAfter = known.data?.retryAfterSeconds ?? (known.status === 503 ? RETRY_SECONDS : undefined)
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
    if (known.key === 'application_unknown') reply.header('www-authenticate', 'Basic realm="applications"')
    reply.code(known.status)
    // People get the page, which says that the portal is unavailable and what to do.
    const { pageOf } = request.routeOptions.config
    if (pageOf !== undefined && LATER.has(known.status))
      return reply.type('text/html').send(pageOf(request.url.split('?')[0] as string))
    return reply.send({ code: known.status, msg: known.message, data: known.data })
  })
}

/** Answers that may differ a little later, so that they carry `Retry-After`. */
const LATER = new Set([429, 503])

/** Limits the time of every request of the router. */
export function installAnswerLimit(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    answerInTime(request.raw, reply.raw, () => reply.send(new AppError('busy')))
    done()
  })
}

/**
 * The answer to an address that the router cannot parse: such a request passes no hook. People who have mistyped one are
 * sent to the page that says so.
 */
export function answerUnreadable(config: Config) {
  const headers = securityHeaders(config)
  const { status, msg } = ERRORS.invalid_request
  return ({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?')
    reply.headers(headers)
    if (code === 'FST_ERR_BAD_URL' && isPageFor(request, path)) return reply.redirect(path.replaceAll('%', '%25'))
    return reply.code(status).send({ code: status, msg, data: null })
  }
}

/** `//host` and `/\host` would lead to another site. */
const isPageFor = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && /^\/(?![/\\])/.test(path)

function answerUnknown(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  // The answer contains the request id only: with it, the operator finds the cause in the log (requirement G2).
  request.log.error({ err: error, ref: request.id }, 'unexpected error')
  return reply.code(500).send({ code: 500, msg: ERRORS.internal.msg, data: { ref: request.id } })
}

/** The error key for a temporary fault of the database: both are 503, and nothing was stored. */
export function databaseFault(error: unknown): 'database_unavailable' | 'busy' | null {
  if (isDatabaseDown(error)) return 'database_unavailable'
  return isDatabaseBusy(error) ? 'busy' : null
}

/**
 * The caller has disconnected while still sending, or before the answer: this is no fault, and there is no one to
 * answer. In the second case the error must be that of the connection itself: the database may be the cause of others.
 */
export const isAbandoned = ({ destroyed, complete, socket }: IncomingMessage, error: unknown): boolean =>
  complete ? error !== null && error === socket.errored : destroyed || socket.readableEnded

/** Errors of the framework and the driver that mean something to callers. */
function recognise(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error
  const fault = databaseFault(error)
  if (fault !== null) return new AppError(fault, { cause: error })
  const unconfirmed = refusedUnconfirmed(error)
  if (unconfirmed !== null) return unconfirmed
  if (isUnstorable(error)) return new AppError('invalid_request', { cause: error })
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('media_type_unsupported')
    default:
      // The framework marks mistakes of the caller, such as malformed JSON, bad URLs and wrong lengths.
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError('invalid_request')
        : null
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that people open: the page at a path. */
    pageOf?: (pathname: string) => string
  }
}
