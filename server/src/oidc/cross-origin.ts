import type { IncomingHttpHeaders } from 'node:http'
import { webOrigin } from '../access/redirects.ts'

/** Whether an origin belongs to an application: it is the origin of one of its redirect URIs. */
export const isPageOf = (redirectUris: readonly string[] | undefined, origin: string) =>
  (redirectUris ?? []).some((uri) => webOrigin(uri) === origin)

/** Headers that let a page of another origin read an answer (Fetch §3.3.3). */
export const readableBy = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'WWW-Authenticate',
  vary: 'Origin',
})

/**
 * The answer to a CORS preflight request, or `null` when the request is none. Whether the origin belongs to the
 * application is checked later, when the token is known.
 */
export function preflight(headers: IncomingHttpHeaders): Record<string, string> | null {
  const { origin, 'access-control-request-headers': wanted } = headers
  if (origin === undefined || headers['access-control-request-method'] === undefined) return null
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET',
    ...(wanted === undefined ? {} : { 'access-control-allow-headers': wanted }),
    'access-control-max-age': '3600',
    vary: 'Origin',
  }
}
