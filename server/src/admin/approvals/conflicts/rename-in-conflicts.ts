import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { auditBy } from '../../engine/changes.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import type { Author } from '../../engine/store.ts'

type Renamed = { id: string; name: string; before: string[]; after: string[] }

/**
 * Renames a role in the rules, or adds its new name while it has the former one for another client. It is a change of each rule, so a form
 * that was opened before is refused: it would take the new name out again.
 *
 * @throws AppError invalid_request when it gets the name of the role that people give themselves, which no rule names
 */
export async function renameInConflicts(
  tx: Tx,
  by: Author,
  applicationId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  if (after.toLowerCase() === USER_ROLE.toLowerCase()) await requireUnnamed(tx, applicationId, before)
  const { rows } = await tx.execute<Renamed>(sql`
    with was as (
      select id, roles from role_conflicts c
      where c.application_id = ${applicationId} and lower(${before}) in (select lower(role) from unnest(c.roles) role)
        and lower(${after}) not in (select lower(role) from unnest(c.roles) role)
      order by id for update)
    update role_conflicts c set roles = case
        when exists (select from application_roles r
          where r.application_id = c.application_id and lower(r.name) = lower(${before}) and r.deleted_at is null)
        then c.roles || ${after}::text
        else array(select case when lower(role) = lower(${before}) then ${after}::text else role end
          from unnest(c.roles) with ordinality named(role, place) order by place) end,
      version = c.version + 1, updated_at = now(), updated_by = ${by.person.userId}
    from was where c.id = was.id
    returning c.id, c.name, was.roles as before, c.roles as after`)
  for (const { id, name, ...roles } of rows)
    await auditBy(tx, by, 'roleConflicts.updated', id, { name, changes: [{ field: 'roles', ...roles }] })
}

async function requireUnnamed(tx: Tx, applicationId: string, role: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from role_conflicts where application_id = ${applicationId} and deleted_at is null
      and lower(${role}) in (select lower(named) from unnest(roles) named) limit 1`)
  refuseFields({
    role: rows.length === 0 ? null : 'A rule of separation of duties names this role, and none may name the role User.',
  })
}
