import { AppError } from '../../errors.ts'

/**
 * Reviews take access away and give it back in the name of a person, who must be allowed to do that in the console too.
 *
 * @throws AppError not_allowed
 */
export function requireAssigner({ permissions }: { permissions: readonly string[] }): void {
  if (!permissions.includes('users:write'))
    throw new AppError('not_allowed', { msg: 'A review takes access away in your name. You also need users:write.' })
}
