import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { callSent } from '../signals.ts'
import { outboundUrlProblem } from './address-rules.ts'
import { judgedLookup, type OutboundRules, type Resolve, trustedBy, withSetting } from './judged-lookup.ts'

const TIMEOUT_MS = 5000
const ANSWER_MAX_BYTES = 64 * 1024
export const RETRY_AFTER_MAX_SECONDS = 3600

export type OutboundRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** `null`: no body. */
  body: string | null
  /** The time for the whole call, 5 seconds by default. */
  timeoutMs?: number
  /** Ends the call before. */
  stopping?: AbortSignal
}

/** `text`: the first 64 KB of the answer, or what had arrived when the time was over. */
export type OutboundAnswer = {
  status: number
  text: string
  /** Whether more was to come. */
  isCut: boolean
  /**
   * How long the other server asks not to be called (RFC 9110 §10.2.3), an hour at most; `null` when it does not ask.
   */
  retryAfterSeconds: number | null
}

/**
 * Calls an address that an administrator has registered (requirement P15): the addresses of its host are judged at this
 * use, and exactly these are connected to. Certificates are checked, redirects are not followed, and the call takes
 * `timeoutMs` at most, 5 seconds by default.
 *
 * @param resolve replaces the system's look-up of names
 * @throws Error with a reason that administrators may read, when there was no answer
 */
export async function requestOutbound(
  request: OutboundRequest,
  rules: OutboundRules,
  resolve?: Resolve,
): Promise<OutboundAnswer> {
  return callSent.run(factOf(request), async () => read(await send(request, rules, resolve)))
}

/** Not the path, which may contain a secret. */
const factOf = ({ method, url }: OutboundRequest) => ({ method, host: URL.parse(url)?.host ?? '' })

/** The same with the headers of the answer, for who looks at the way that it came. */
export async function requestWithHeaders(
  request: OutboundRequest,
  rules: OutboundRules,
): Promise<OutboundAnswer & { headers: IncomingHttpHeaders }> {
  return callSent.run(factOf(request), async () => {
    const answer = await send(request, rules)
    return { ...(await read(answer)), headers: answer.headers }
  })
}

async function send(
  { method, url, headers, body, timeoutMs = TIMEOUT_MS, stopping }: OutboundRequest,
  rules: OutboundRules,
  resolve?: Resolve,
): Promise<IncomingMessage> {
  const problem = outboundUrlProblem(url, rules.outboundAllow)
  if (problem !== null) throw new Error(problem)
  const late = AbortSignal.timeout(timeoutMs)
  const signal = stopping === undefined ? late : AbortSignal.any([late, stopping])
  const start = url.toLowerCase().startsWith('https:') ? requestHttps : requestHttp
  const outgoing = start(url, {
    ...{ method, signal, agent: false, lookup: judgedLookup(rules, resolve), secureContext: trustedBy(rules) },
    headers: { ...headers, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
  })
  const answered = Promise.withResolvers<IncomingMessage>()
  outgoing.once('response', answered.resolve)
  // The connection may also break while the answer is read; the answer then ends there.
  outgoing.on('error', answered.reject)
  // Asked for by nobody. Node then reports neither an answer nor an error, and no longer obeys the signal.
  outgoing.once('upgrade', (_answer, socket) => {
    socket.destroy()
    answered.reject(new Error('it answered 101'))
  })
  outgoing.once('close', () => answered.reject(new Error('the connection was closed')))
  outgoing.end(body ?? undefined)
  return answered.promise.catch((error: unknown) => {
    const reason = late.aborted ? `no answer within ${timeoutMs / 1000} seconds` : withSetting(reasonOf(error), rules)
    throw new Error(reason, { cause: error })
  })
}

async function read(answer: IncomingMessage): Promise<OutboundAnswer> {
  const retryAfterSeconds = secondsOf(answer.headers['retry-after'], Date.now())
  return { status: answer.statusCode ?? 0, ...(await readStart(answer)), retryAfterSeconds }
}

/** `Retry-After` holds a number of seconds or a date. */
function secondsOf(retryAfter: string | undefined, nowMs: number): number | null {
  if (retryAfter === undefined) return null
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - nowMs) / 1000)
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : null
}

/** The status has arrived already, so a text that breaks off is no error. */
async function readStart(answer: IncomingMessage): Promise<Pick<OutboundAnswer, 'text' | 'isCut'>> {
  const chunks: Buffer[] = []
  let bytes = 0
  let isCut = false
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      isCut = bytes > ANSWER_MAX_BYTES
      if (isCut) break
    }
  } catch {
    // The answer broke off, or the time is over.
    isCut = true
  }
  // The decoder removes the byte order mark, which no JSON parser accepts. PostgreSQL accepts no NUL in a text.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, ANSWER_MAX_BYTES)).replaceAll('\0', '')
  return { text, isCut }
}

/** The error of several addresses that all refused has no message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || String((error as NodeJS.ErrnoException).code)
}
