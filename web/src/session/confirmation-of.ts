import { type ConfirmationWays, isError } from '../api.ts'

/** What a failed call wants confirmed; `null` where that is not what is missing. */
export const confirmationOf = (error: unknown): ConfirmationWays | null =>
  isError(error, 'confirmation_needed') ? (error.data as ConfirmationWays) : null

/** Whether there is nothing to confirm with: the person has to add a factor first. */
export const lacksFactor = ({ needsStrong, needsPasskey, hasStrongFactor, hasPasskey }: ConfirmationWays): boolean =>
  (needsPasskey && !hasPasskey) || (needsStrong && !hasStrongFactor)
