import type { IncomingMessage, ServerResponse } from 'node:http'

/** Every wait behind an answer has a limit of its own; this one is for their sum. */
const ANSWER_MAX_MS = 15_000

/** When to ask again after an answer that says "not now", unless it is known better. */
export const RETRY_SECONDS = 5

/**
 * Calls `late` when no answer has begun in time, whatever door was asked. What follows the first byte may last: a large
 * file for somebody far away. Who is still sending is not answered: the server's own limit ends such a request.
 */
export function answerInTime(request: IncomingMessage, response: ServerResponse, late: () => void): void {
  let timer: NodeJS.Timeout
  const look = () => {
    if (response.headersSent) return
    if (!request.complete && request.readableFlowing === true) return wait()
    // What was not read yet would close the connection before the answer is seen.
    request.resume()
    late()
  }
  const wait = () => {
    timer = setTimeout(look, ANSWER_MAX_MS).unref()
  }
  wait()
  response.once('close', () => clearTimeout(timer))
}
