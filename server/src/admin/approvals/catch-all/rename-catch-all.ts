import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { auditBy } from '../../engine/changes.ts'
import type { Author } from '../../engine/store.ts'

/**
 * SQL: whether the routing `g` names a role as its catch-all, for the client of this one, or for each client while none but this one has
 * a role of that name.
 */
export const isLastCatchAll = (id: string, clientId: string, name: string | Sql): Sql => {
  const named = typeof name === 'string' ? raw(name) : name
  return sql`g.catch_all_role <> '' and lower(g.catch_all_role) = lower(${named}) and (g.catch_all_client_id = ${raw(clientId)}
    or g.catch_all_client_id is null and not exists (select from application_roles o where o.id <> ${raw(id)} and o.deleted_at is null
      and o.application_id = g.application_id and lower(o.name) = lower(${named})))`
}

/**
 * Renames the catch-all role of the matrix with the application role `id`, where no other role has its former name. It is a change of the
 * routing, so a form that was opened before is refused.
 */
export async function renameCatchAll(
  tx: Tx,
  by: Author,
  id: string,
  names: { before: string; after: string },
): Promise<void> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    update approval_routings g set catch_all_role = ${names.after},
      version = g.version + 1, updated_at = now(), updated_by = ${by.person.userId}
    from application_roles r join applications a on a.id = r.application_id
    where r.id = ${id} and g.application_id = r.application_id and g.deleted_at is null
      and ${isLastCatchAll('r.id', 'r.client_id', sql`${names.before}::text`)}
    returning g.id, a.name`)
  for (const routing of rows)
    await auditBy(tx, by, 'approvalRoutings.updated', routing.id, {
      name: routing.name,
      changes: [{ field: 'catchAllRole', ...names }],
    })
}
