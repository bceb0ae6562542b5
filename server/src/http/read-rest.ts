import type { IncomingMessage, ServerResponse } from 'node:http'

/** How much of a request is read before its refusal is sent, and for how long. */
const REST_MAX_BYTES = 8 * 1024 * 1024
const REST_MAX_MS = 2000

/**
 * Reads the rest of a request and discards it. If a connection closes while the caller is still sending, the caller sees
 * a reset instead of the answer.
 */
export function readRest(request: IncomingMessage): Promise<void> {
  if (!isExpected(request)) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(stop, REST_MAX_MS)
    function count(chunk: Buffer) {
      bytes += chunk.length
      if (bytes > REST_MAX_BYTES) stop()
    }
    function stop() {
      clearTimeout(timer)
      request.off('data', count).off('end', stop).off('close', stop)
      resolve()
    }
    request.on('data', count).once('end', stop).once('close', stop).resume()
  })
}

/** Closes the connection of a caller who is answered and goes on sending. Node would read on until the limit of the request's time. */
export function closeAfterRest(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  response.once('finish', () => {
    if (!isExpected(request)) return
    const timer = setTimeout(() => isExpected(request) && request.socket.destroy(), REST_MAX_MS)
    request.socket.once('close', () => clearTimeout(timer))
  })
}

const isExpected = (request: IncomingMessage): boolean =>
  hasBody(request) && !request.complete && !request.readableEnded && !request.destroyed

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
