import type { Envelope } from '@gatehouse/contract/envelope.ts'
import { ERRORS } from '@gatehouse/contract/errors.ts'

/** A call that failed. `message` is the server's text for people, in English; show it through `t()`. */
export class ApiError extends Error {
  readonly code: number
  readonly data: Record<string, unknown>

  /** `code` is 0 when there was no answer. */
  constructor(code: number, msg: string, data?: unknown, cause?: unknown) {
    super(msg, { cause })
    this.code = code
    this.data = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  }
}

/** The message for a thrown error, in English. Show it through `t()`. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong'
}

/** The body of an answer. @throws ApiError when it is not ours: that of a proxy, or broken off */
export function bodyOf<Data>(response: Response): Promise<Envelope<Data>> {
  return response.json().catch((cause: unknown) => {
    // A proxy answers so while the server behind it is away: the connection of the person is fine.
    if (response.status >= 500) throw new ApiError(response.status, ERRORS.database_unavailable.msg, null, cause)
    return unreachable(cause)
  })
}

/** For `catch`: turns a failed fetch, or a broken answer, into an `ApiError`. */
export function unreachable(cause: unknown): never {
  throw new ApiError(0, 'The server cannot be reached. Check your connection and try again.', null, cause)
}
