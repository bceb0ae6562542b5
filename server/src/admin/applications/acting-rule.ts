import { AppError } from '../../errors.ts'
import type { Author } from '../engine/store.ts'

/**
 * Judges a change of whether administrators who act for somebody may open an application (ADR 0103). Whoever may not act must not open
 * that way for others; everybody who may change the application closes it.
 *
 * @param after left out: it stays the same
 * @throws AppError not_allowed without `users:act`
 */
export function judgeActingRule({ person }: Author, before: boolean, after: boolean | undefined): void {
  if (after !== true || before) return
  // An operator at the command line is not judged.
  if (person.userId !== null && !person.permissions.includes('users:act'))
    throw new AppError('not_allowed', { msg: 'To let support open it you also need users:act.' })
}
