import { AppError } from '../../errors.ts'

/**
 * Refuses what is wrong with single fields of a form; `null` is nothing wrong.
 *
 * @param more further `data` of the answer
 * @throws AppError invalid_request with the first problem, and each at its field
 */
export function refuseFields(problems: Record<string, string | null>, more: Record<string, unknown> = {}): void {
  const found = Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null)
  const [first] = found
  if (first !== undefined)
    throw new AppError('invalid_request', { msg: first[1], data: { fields: Object.fromEntries(found), ...more } })
}
