import type { RequestSteps } from '@gatehouse/contract/access-requests.ts'

/** English: why the matrix does not decide about a request that waits. */
export const FALLBACK_WORDS: Record<NonNullable<RequestSteps['problem']>, string> = {
  place: 'The matrix does not decide: its page or the client is gone or inactive.',
  steps: 'The matrix does not decide: it asks for no further approval.',
  people: 'The matrix does not decide: nobody may approve this step.',
}
