import { AppError } from '../errors.ts'
import type { Bucket } from './buckets.ts'

/** The bucket that refused an attempt, for the audit line. */
export type Refusal = { bucket: Bucket; key: Buffer; subjectId: string | null; actorId?: string | null }

/** Answers never reveal how long a longer window still lasts. */
const WAIT_MAX_SECONDS = 24 * 3600

/** The answer 429. */
export class TooManyAttempts extends AppError {
  /** `null`: this server has recorded it already. */
  readonly refusal: Refusal | null

  constructor(waitSeconds: number, refusal: Refusal | null) {
    super('too_many_attempts', { data: { retryAfterSeconds: Math.ceil(Math.min(waitSeconds, WAIT_MAX_SECONDS)) } })
    this.refusal = refusal
  }
}
