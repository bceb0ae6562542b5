import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { raw } from 'sql-template-tag'
import type { Db, Tx } from '../../../db/database.ts'
import { isCurrent } from '../../../db/is-current.ts'
import { countUses } from '../../engine/table-store.ts'

/** What a person has, and what is left behind without them. */
export const usesOfPerson = (db: Db | Tx, id: string): Promise<Use[]> => usesOfPeople(db, [id])

/** The same for people who go together: what only they have among themselves is left behind. */
export async function usesOfPeople(db: Db | Tx, ids: readonly string[]): Promise<Use[]> {
  const people = sql`${ids}::uuid[]`
  return [
    ...(await countUses(
      db,
      'assignments',
      'detaches',
      sql`select a.name || ' · ' || c.display_name as name from assignments s
        join applications a on a.id = s.application_id join clients c on c.id = s.client_id where s.user_id = any(${people})`,
    )),
    ...(await countUses(
      db,
      'application roles that nobody else has',
      'leaves',
      sql`select distinct r.name || ' · ' || a.name || ' · ' || c.display_name as name from assignments s
        join application_roles r on r.application_id = s.application_id and r.client_id = s.client_id
          and lower(r.name) = lower(s.role) and r.deleted_at is null
        join applications a on a.id = s.application_id and a.deleted_at is null
        join clients c on c.id = s.client_id and c.deleted_at is null
        where s.user_id = any(${people}) and not exists (
          select from assignments g join users u on u.id = g.user_id and u.is_active and u.deleted_at is null
          where g.application_id = s.application_id and g.client_id = s.client_id and lower(g.role) = lower(s.role)
            and g.user_id <> all(${people}) and ${raw(isCurrent('g'))})`,
    )),
    ...(await countUses(
      db,
      'service accounts of this owner',
      'leaves',
      sql`select name from service_accounts where owner_id = any(${people}) and deleted_at is null`,
    )),
    ...(await countUses(
      db,
      'applications that nobody else owns',
      'leaves',
      sql`select distinct a.name from application_owners o join applications a on a.id = o.application_id and a.deleted_at is null
        where o.user_id = any(${people}) and not exists (
          select from application_owners g join users u on u.id = g.user_id and u.is_active and u.deleted_at is null
          where g.application_id = o.application_id and g.user_id <> all(${people}))`,
    )),
  ]
}
