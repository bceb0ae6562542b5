import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { newId } from '../src/crypto/ids.ts'
import type { TestServer } from './server.ts'

/** A role with exactly these permissions. */
export async function aRole(server: TestServer, permissions: readonly Permission[]): Promise<string> {
  const id = newId()
  await server.db.execute(sql`
    insert into roles (id, name, name_key) values (${id}, ${`Role ${id}`}, ${`role ${id}`})`)
  await server.db.execute(sql`
    insert into role_permissions (role_id, permission_id)
    select ${id}, id from permissions where name = any(${[...permissions]}::text[])`)
  return id
}
