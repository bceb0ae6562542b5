import type { Envelope } from '@gatehouse/contract/envelope.ts'
import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'

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

export const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'
const NOT_OURS =
  'Something between your browser and the portal answered instead of it. Try again, or ask your administrator.'

/**
 * The body of an answer. A proxy answers in its own form while the server behind it is away: the connection of the
 * person is fine.
 *
 * @throws ApiError when it is not ours, or broken off
 */
export async function bodyOf<Data>(response: Response): Promise<Envelope<Data>> {
  const body = await response
    .json()
    .catch((cause: unknown) => (cause instanceof SyntaxError ? null : unreachable(cause)))
  if (typeof body?.msg === 'string') return body
  throw new ApiError(response.status, isPassing(response.status) ? VISITOR_ERRORS.database_unavailable.msg : NOT_OURS)
}

/** Whether an answer may be another one in a moment. */
const isPassing = (status: number): boolean => status === 429 || status >= 500

/** Whether asking again may help: the server did not answer, or could not. */
export const isPassingFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 0 || isPassing(error.code))

/** For `catch`: turns a failed fetch, or a broken answer, into an `ApiError`. */
export function unreachable(cause: unknown): never {
  throw new ApiError(0, UNREACHABLE, null, cause)
}
