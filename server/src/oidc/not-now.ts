import { ERRORS } from '@gatehouse/contract/errors.ts'
import { NOT_NOW, TOO_MANY } from '@gatehouse/contract/oidc.ts'
import { RETRY_SECONDS } from '../http/answer-in-time.ts'
import type { ErrorPage } from './error-page.ts'
import { PATHS } from './paths.ts'

export type NotNow = 'busy' | 'database_unavailable' | 'too_many_attempts'

/** What programs read of it, at every door. */
export const notNowBody = (key: NotNow = 'database_unavailable') => ({
  error: NOT_NOW,
  error_description: ERRORS[key].msg,
})

export const NOT_NOW_HEADERS = { 'retry-after': String(RETRY_SECONDS) }

/** Whether a browser shows what is answered there. */
export const isForPeople = (path: string) => path.startsWith(PATHS.authorization) || path === PATHS.endSession

/** Whether nobody there has to prove anything: pages of people, and the published documents. */
export const isForAnybody = (path: string) => isForPeople(path) || DOCUMENTS.includes(path)

const DOCUMENTS: readonly string[] = [PATHS.discovery, PATHS.metadata, PATHS.jwks]

/**
 * The answers 503 and 429 in the form of each door. People get a page and are not sent back to their application: whether the
 * address is registered is not looked up now.
 */
export function answerNotNow(path: string, key: NotNow, page: ErrorPage) {
  return isForPeople(path)
    ? { type: 'text/html; charset=utf-8', text: page(key === 'too_many_attempts' ? TOO_MANY : NOT_NOW) }
    : { type: 'application/json; charset=utf-8', text: JSON.stringify(notNowBody(key)) }
}
