import { AppError } from '../../../errors.ts'
import type { Author } from '../store.ts'

/**
 * For changes by which people get access, whatever else they need. An operator at the command line is not judged.
 *
 * @param msg what gives access, and that `users:write` is needed too
 * @throws AppError not_allowed without `users:write`
 */
export function requireMayGiveAccess({ person }: Author, msg: string): void {
  if (person.userId !== null && !person.permissions.includes('users:write')) throw new AppError('not_allowed', { msg })
}
