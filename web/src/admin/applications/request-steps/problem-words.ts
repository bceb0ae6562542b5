import type { PreviewedClient } from '@gatehouse/contract/admin/applications/request-steps.ts'

/** English: why the owners would decide about requests for a client. */
export const PROBLEM_WORDS: Record<NonNullable<PreviewedClient['problem']>, string> = {
  place: 'The page, the client or the application is inactive, so the owners decide.',
  steps: 'Nobody approves anything on this page for this client, so the owners decide.',
  people: 'A step has nobody who could approve it. When it is reached, the owners decide.',
}
