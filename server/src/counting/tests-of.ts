import type { Attempted } from './count-attempt.ts'

/** What a test message of somebody counts for: by a gateway of SMS each one costs the operator money. */
export const testsOf = (userId: string): Attempted[] => [
  { bucket: 'message-test', of: userId },
  { bucket: 'message-test-day', of: userId },
]
