import type { IncomingMessage, ServerResponse } from 'node:http'

const QUERY_MAX_BYTES = 8192

/**
 * A request by POST comes from another site, and the session's cookie with it only after a redirect: it is answered by
 * one to the same request as a GET, with 303 so that nothing is posted on (RFC 9700 §4.12).
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
  // Written anew: what is read here is what is sent on, and nothing else becomes part of a header.
  const parameters = new URLSearchParams([own, query].filter(Boolean).join('&'))
  response.writeHead(303, { location: `${path}?${parameters}` }).end()
}

/** Bodies that were read here and given back. */
const rewound = new WeakMap<IncomingMessage, Buffer>()

/** The body, or `null` when it is longer. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const known = rewound.get(request)
  if (known !== undefined) return Promise.resolve(known)
  // By events: iterating costs more than everything else that a short body needs.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) resolve(null)
      else chunks.push(chunk)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

/** Lets the library read a body that was read here: it asks whether there is one, and iterates. */
export function rewind(request: IncomingMessage, body: Buffer) {
  rewound.set(request, body)
  Object.defineProperties(request, {
    readable: { value: true, configurable: true },
    iterator: { value: () => [body], configurable: true },
  })
}
