import type { KeyObject } from 'node:crypto'
import { CSRF_HEADER, UNATTENDED_HEADER } from '@gatehouse/contract/envelope.ts'
import { equalBytes, hmac } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { CallRequest } from '../http/authenticators.ts'
import { COOKIES } from '../http/cookies.ts'
import type { Person } from '../identity/actor.ts'
import { readSession } from './sessions.ts'

const SECRET = /^(?:[Bb]earer )?([A-Za-z0-9_-]{20,200})$/

/**
 * The person who makes a request. A token in `Authorization` wins over the cookie, so that no request acts for two
 * people (requirement P1).
 *
 * @throws AppError csrf_failed when a change with a cookie has no proof that our own page made it
 */
export async function authenticatePerson({ db, keys }: Deps, request: CallRequest): Promise<Person | null> {
  const { authorization } = request.headers
  const isUse = request.headers[UNATTENDED_HEADER] === undefined
  if (authorization !== undefined) {
    const secret = SECRET.exec(String(authorization))?.[1]
    return secret === undefined ? null : readSession(db, 'bearer', secret, isUse)
  }
  const secret = request.cookies[COOKIES.session]
  if (secret === undefined) return null
  const person = await readSession(db, 'cookie', secret, isUse)
  if (person !== null && request.method !== 'GET' && request.method !== 'HEAD')
    requireOwnPage(keys.csrf, person, request)
  return person
}

/**
 * The value that our own pages send with every change. It is another one while an administrator acts for somebody: a page that
 * was loaded before, or that is left open afterwards, changes nothing under the name of the other.
 */
export function csrfToken(key: KeyObject, { sessionId, acting }: Pick<Person, 'sessionId' | 'acting'>): string {
  return hmac(key, acting?.id ?? sessionId).toString('base64url')
}

/** Foreign origins have been refused before; a browser always sends `Origin` or `Sec-Fetch-Site` (requirement P2). */
function requireOwnPage(key: KeyObject, person: Person, { headers }: CallRequest) {
  const sent = String(headers[CSRF_HEADER] ?? '')
  const isFromBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  if (!isFromBrowser || !equalBytes(Buffer.from(sent), Buffer.from(csrfToken(key, person))))
    throw new AppError('csrf_failed')
}
