import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { isPersonActive } from '../db/is-person-active.ts'

const ADMINISTRATORS_MAX = 50

/** The ids of the people with a permission to whom an alarm is sent: the oldest accounts first. */
export async function administratorsWith(tx: Tx, permission: Permission): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from users u join roles r on r.id = u.role_id and r.status = 'ACTIVE' and r.deleted_at is null
    where ${raw(isPersonActive('u'))} and u.email_verified_at is not null and exists (
      select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.name = ${permission} and p.status = 'ACTIVE' and p.deleted_at is null)
    order by u.created_at, u.id limit ${ADMINISTRATORS_MAX}`)
  return rows.map(({ id }) => id)
}
