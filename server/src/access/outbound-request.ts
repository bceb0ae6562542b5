import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { outboundUrlProblem } from './outbound.ts'
import { judgedLookup, type OutboundRules, type Resolve, trustedBy } from './outbound-lookup.ts'

const TIMEOUT_MS = 5000
const ANSWER_MAX_BYTES = 64 * 1024
const RETRY_AFTER_MAX_SECONDS = 3600

export type OutboundRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** `null`: none. */
  body: string | null
}

/** `text`: the first 64 KB of it, or what had come when the time was over. */
export type OutboundAnswer = {
  status: number
  text: string
  /** How long the other side asks to be left alone (RFC 9110 §10.2.3), an hour at most; `null`: it does not. */
  retryAfterSeconds: number | null
}

/**
 * Calls an address that somebody has registered (requirement P15): where its name leads to is judged at this use, and
 * that very address is connected to. Certificates are checked, no redirect is followed, and it takes 5 seconds at most.
 *
 * @param resolve instead of the system's own look-up of names
 * @throws Error with a reason that administrators may read, when there was no answer at all
 */
export async function requestOutbound(
  { method, url, headers, body }: OutboundRequest,
  rules: OutboundRules,
  resolve?: Resolve,
): Promise<OutboundAnswer> {
  const problem = outboundUrlProblem(url, rules.outboundAllow)
  if (problem !== null) throw new Error(problem)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const send = url.toLowerCase().startsWith('https:') ? requestHttps : requestHttp
  const outgoing = send(url, {
    ...{ method, signal, agent: false, lookup: judgedLookup(rules, resolve), secureContext: trustedBy(rules) },
    headers: { ...headers, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
  })
  // A connection may also break while the answer is read, which then ends there.
  outgoing.on('error', () => undefined)
  outgoing.end(body ?? undefined)
  const [answer] = (await once(outgoing, 'response').catch((error: unknown) => {
    throw new Error(signal.aborted ? `no answer within ${TIMEOUT_MS / 1000} seconds` : reasonOf(error), {
      cause: error,
    })
  })) as [IncomingMessage]
  const retryAfterSeconds = secondsOf(answer.headers['retry-after'], Date.now())
  return { status: answer.statusCode ?? 0, text: await readStart(answer), retryAfterSeconds }
}

/** As a number of seconds, or until a date. */
function secondsOf(retryAfter: string | undefined, nowMs: number): number | null {
  if (retryAfter === undefined) return null
  const seconds = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - nowMs) / 1000)
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : null
}

/** The status has been given by then: what is missing of the text takes nothing back. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= ANSWER_MAX_BYTES) break
    }
  } catch {
    // Broken off, or the time is over.
  }
  // A decoder leaves out the byte order mark, which no reader of JSON takes; the database takes no NUL in a text.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, ANSWER_MAX_BYTES)).replaceAll('\0', '')
}

/** Several addresses that all refuse make an error without words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || String((error as NodeJS.ErrnoException).code)
}
