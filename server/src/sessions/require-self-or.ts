import type { Permission } from '@gatehouse/contract/permissions.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../http/actor.ts'

/** @throws AppError not_allowed unless it is oneself, or one holds the permission */
export function requireSelfOr(permission: Permission, actor: Person, userId: string): void {
  if (actor.userId !== userId && !actor.permissions.includes(permission)) throw new AppError('not_allowed')
}
