import { ERRORS, type ErrorKey } from '@gatehouse/contract/errors.ts'

type Details = { cause?: unknown; data?: Record<string, unknown>; msg?: string | undefined }

/** An expected failure. Its text for people stands in the contract; the details for the log go into `cause`. */
export class AppError extends Error {
  readonly key: ErrorKey
  readonly status: number
  /** The answer's `data` besides the message, such as `retryAfterSeconds`. */
  readonly data: Record<string, unknown> | null

  constructor(key: ErrorKey, { cause, data, msg }: Details = {}) {
    super(msg ?? ERRORS[key].msg, cause === undefined ? {} : { cause })
    this.key = key
    this.status = ERRORS[key].status
    this.data = data ?? null
  }
}
