import type { IncomingMessage, ServerResponse } from 'node:http'

/** Every wait during a request has its own limit; this one limits their sum. */
const ANSWER_MAX_MS = 15_000

/** The default `Retry-After` of an answer that asks the caller to retry later. */
export const RETRY_SECONDS = 5

/**
 * Calls `late` when no answer has begun in time. Only the first byte counts: sending a large file may take longer. A
 * caller that is still sending its request gets no answer, because the server's own limit ends such a request.
 */
export function answerInTime(request: IncomingMessage, response: ServerResponse, late: () => void): void {
  let timer: NodeJS.Timeout
  const look = () => {
    if (response.headersSent) return
    if (!request.complete && request.readableFlowing === true) return wait()
    // Reads the rest of the request: otherwise the connection would close before the caller sees the answer.
    request.resume()
    late()
  }
  const wait = () => {
    timer = setTimeout(look, ANSWER_MAX_MS).unref()
  }
  wait()
  response.once('close', () => clearTimeout(timer))
}
