import type { FIRST_PASSWORDS } from '@gatehouse/contract/admin/people/users.ts'
import { AppError } from '../../errors.ts'

export type FirstPassword = {
  firstPassword?: (typeof FIRST_PASSWORDS)[number] | undefined
  /** Ignored if a link is sent: the person then chooses a password by it, which also proves the address. */
  password?: string | undefined
}

/**
 * The first password, or `null` if the person chooses it by a link. Never both.
 *
 * @throws AppError invalid_request
 */
export function firstPasswordOf({ firstPassword, password = '' }: FirstPassword): string | null {
  if (firstPassword === 'link') return null
  if (password !== '') return password
  const msg = 'Password is required'
  throw new AppError('invalid_request', { msg, data: { fields: { password: msg } } })
}
