import { ADMIN_ROLE, PERMISSIONS, ROLE_DESCRIPTIONS, USER_ROLE } from '@gatehouse/contract/permissions.ts'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'

/**
 * Adds what every installation has: the two built-in roles and the permission catalogue (requirement C1). May be
 * repeated; run it in a transaction.
 */
export async function seed(client: pg.Client): Promise<void> {
  const names = Object.keys(PERMISSIONS)
  const { rows } = await client.query<{ complete: boolean }>(sql`
    select (select count(*) from permissions where name = any(${names}::text[])) = ${names.length}
       and (select count(*) from roles where system is not null) = 2 as complete`)
  if (rows[0]?.complete) return

  for (const [system, name] of [
    ['admin', ADMIN_ROLE],
    ['user', USER_ROLE],
  ] as const) {
    await client.query(sql`
      insert into roles (id, name, name_key, description, system)
      values (${newId()}, ${name}, ${name.toLowerCase()}, ${ROLE_DESCRIPTIONS[name]}, ${system}) on conflict do nothing`)
  }
  for (const [name, description] of Object.entries(PERMISSIONS)) {
    await client.query(sql`
      insert into permissions (id, name, description) values (${newId()}, ${name}, ${description}) on conflict do nothing`)
  }
  await client.query(sql`
    insert into role_permissions (role_id, permission_id)
    select r.id, p.id from roles r cross join permissions p where r.system = 'admin' on conflict do nothing`)
}
