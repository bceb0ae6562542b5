import { ERRORS } from '@gatehouse/contract/errors.ts'
import { NOT_NOW, TOO_MANY } from '@gatehouse/contract/oidc.ts'
import { RETRY_SECONDS } from '../http/answer-in-time.ts'
import type { ErrorPage } from './error-page.ts'
import { PATHS } from './paths.ts'

export type NotNow = 'busy' | 'database_unavailable' | 'too_many_attempts'

/** The body for programs, at every endpoint. */
export const notNowBody = (key: NotNow = 'database_unavailable') => ({
  error: NOT_NOW,
  error_description: ERRORS[key].msg,
})

export const NOT_NOW_HEADERS = { 'retry-after': String(RETRY_SECONDS) }

/** For an administrator who acts for somebody: the banner of the portal says why nothing is opened. */
export const TO_PORTAL = { location: '/dashboard', 'cache-control': 'no-store' }

/** Whether a browser shows the answer of this path to a person. */
export const isForPeople = (path: string) => path.startsWith(PATHS.authorization) || path === PATHS.endSession

/** Whether this path needs no authentication: pages for people, and the published documents. */
export const isForAnybody = (path: string) => isForPeople(path) || DOCUMENTS.includes(path)

const DOCUMENTS: readonly string[] = [PATHS.discovery, PATHS.metadata, PATHS.jwks]

/**
 * Sends 503 or 429 in the form that suits the endpoint. People get a page and are not sent back to their application,
 * because its address has not been checked.
 */
export function answerNotNow(path: string, key: NotNow, page: ErrorPage) {
  return isForPeople(path)
    ? { type: 'text/html; charset=utf-8', text: page(key === 'too_many_attempts' ? TOO_MANY : NOT_NOW) }
    : { type: 'application/json; charset=utf-8', text: JSON.stringify(notNowBody(key)) }
}
