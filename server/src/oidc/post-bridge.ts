import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRest } from '../http/read-rest.ts'

const QUERY_MAX_BYTES = 8192

/**
 * A POST request comes from another site, so the browser sends the session cookie only after a redirect: the answer
 * redirects to the same request as GET, with 303 so that the body is not posted again (RFC 9700 §4.12).
 */
export async function bridgePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  const query = isForm ? ((await readBody(request, QUERY_MAX_BYTES))?.toString('utf8') ?? null) : null
  if (query === null) {
    response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    response.end(JSON.stringify({ error: 'invalid_request' }))
    return
  }
  const [path, own = ''] = (request.url ?? '').split('?', 2)
  // Serialised again: only parameters that were parsed here are sent on, and nothing else gets into the header.
  const parameters = new URLSearchParams([own, query].filter(Boolean).join('&'))
  response.writeHead(303, { location: `${path}?${parameters}` }).end()
}

/** Bodies that were read here and are replayed to the library. */
const rewound = new WeakMap<IncomingMessage, Buffer>()

/** The body, or `null` when it is longer than `maxBytes`. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const known = rewound.get(request)
  if (known !== undefined) return Promise.resolve(known)
  // With events: async iteration costs more than the rest of the work for a short body.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const keep = (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) return void chunks.push(chunk)
      request.off('data', keep)
      readRest(request).then(() => resolve(null), reject)
    }
    request.on('data', keep)
    request.once('end', () => resolve(length > maxBytes ? null : Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

/** Lets the library read a body that was read here: it checks for one, and iterates over it. */
export function rewind(request: IncomingMessage, body: Buffer) {
  rewound.set(request, body)
  Object.defineProperties(request, {
    readable: { value: true, configurable: true },
    iterator: { value: () => [body], configurable: true },
  })
}
