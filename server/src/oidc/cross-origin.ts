import type { IncomingHttpHeaders } from 'node:http'
import { webOrigin } from '../access/redirects.ts'

/** Whether a page of an origin is one of an application: where people are sent back to it. */
export const isPageOf = (redirectUris: readonly string[] | undefined, origin: string) =>
  (redirectUris ?? []).some((uri) => webOrigin(uri) === origin)

/** Lets a page of another site read an answer (Fetch §3.3.3). */
export const readableBy = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'WWW-Authenticate',
  vary: 'Origin',
})

/**
 * The answer to a browser that asks before it sends a page's request with a token, or `null` when it does not ask. Whose
 * page it is shows only with the token.
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
