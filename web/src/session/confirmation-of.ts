import { type ConfirmationWays, isError } from '../api.ts'

/** What a failed call wants confirmed; `null` where that is not what is missing. */
export const confirmationOf = (error: unknown): ConfirmationWays | null =>
  isError(error, 'confirmation_needed') ? (error.data as ConfirmationWays) : null
