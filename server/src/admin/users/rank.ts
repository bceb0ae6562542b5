import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Person } from '../../http/actor.ts'
import { heldBy } from '../permissions.ts'

/** @throws AppError above_you: whoever could change somebody who may do more could become them */
export async function requireNotAbove(tx: Tx, userId: string, person: Person): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from users u
      join roles r on r.id = u.role_id and r.deleted_at is null
      join role_permissions rp on rp.role_id = r.id
      join permissions p on p.id = rp.permission_id and p.deleted_at is null
    where u.id = ${userId} and p.id not in (${heldBy(person)}) limit 1`)
  if (rows.length > 0) throw new AppError('above_you')
}

/** @throws AppError not_yourself: a slip would lock one out */
export function requireOther(userId: string, person: Person): void {
  if (userId === person.userId) throw new AppError('not_yourself')
}

/**
 * Makes a change that may take an administrator away. Such changes wait for one another, so that of two administrators
 * who remove each other at once one remains (decision C1).
 *
 * @throws AppError last_administrator
 */
export async function guardAdministrators(tx: Tx, userId: string, change: () => Promise<unknown>): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from users u join roles r on r.id = u.role_id where u.id = ${userId} and r.system = 'admin'`)
  if (rows.length === 0) {
    await change()
    return
  }
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
  await change()
  const left = await tx.execute(sql`
    select 1 from users u join roles r on r.id = u.role_id
    where r.system = 'admin' and u.is_active and u.deleted_at is null limit 1`)
  if (left.rows.length === 0) throw new AppError('last_administrator')
}
