import type { Permission } from '@gatehouse/contract/permissions.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'

/** @throws AppError not_allowed unless the actor is this person, or holds the permission */
export function requireSelfOr(permission: Permission, actor: Person, userId: string): void {
  if (actor.userId !== userId && !actor.permissions.includes(permission)) throw new AppError('not_allowed')
}
