import type { IncomingMessage, ServerResponse } from 'node:http'

const QUERY_MAX_BYTES = 8192

/**
 * A request by POST comes from another site, and the session's cookie with it only after a redirect: it is answered by
 * one to the same request as a GET, with 303 so that nothing is posted on (RFC 9700 §4.12).
 */
export async function bridgePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  const query = isForm ? await readText(request, QUERY_MAX_BYTES) : null
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

/** The body as text, or `null` when it is longer. */
export async function readText(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
