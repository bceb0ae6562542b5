import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { type Account, findAccountById } from '../identity/users.ts'
import { requireConfirmed } from './require-confirmed.ts'

/**
 * Counts that a confirmed person adds something that is asked for after the password only.
 *
 * @throws AppError confirmation_needed, too_many_attempts; no_second_step for somebody without a password
 */
export async function beginSecondStep(deps: Deps, person: Person): Promise<Account> {
  const { userId } = person
  await requireConfirmed(deps.db, person)
  await countAttempt(deps, [{ bucket: 'app-changes', of: userId }], { subjectId: userId })
  const account = await findAccountById(deps.db, userId)
  if (account?.passwordHash == null) throw new AppError('no_second_step')
  return account
}
