import type { IncomingMessage } from 'node:http'

/** What is still read of a request that is refused; callers with more may see their connection reset. */
const REST_MAX_BYTES = 8 * 1024 * 1024
const REST_MAX_MS = 2000

/**
 * Reads the rest of a request and discards it. If a connection closes while the caller is still sending, the caller sees
 * a reset instead of the answer.
 */
export function readRest(request: IncomingMessage): Promise<void> {
  if (!hasBody(request) || request.complete || request.readableEnded || request.destroyed) return Promise.resolve()
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

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
