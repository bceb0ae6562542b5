import type { Permission } from '@gatehouse/contract/permissions.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../identity/actor.ts'

/** @throws AppError not_allowed unless the actor is this person, or holds the permission */
export function requireSelfOr(permission: Permission, actor: Caller, userId: string): void {
  if (actor.userId !== userId && !actor.permissions.includes(permission)) throw new AppError('not_allowed')
}

/**
 * The person that a call is about: the caller, when none is named.
 *
 * @throws AppError not_allowed; invalid_request for a service account that names nobody
 */
export function personMeant(permission: Permission, actor: Caller, userId: string | undefined): string {
  if (userId === undefined && actor.kind === 'service-account')
    throw new AppError('invalid_request', { msg: 'Choose a person' })
  const meant = userId ?? actor.userId
  requireSelfOr(permission, actor, meant)
  return meant
}
