import { attachRoleToUser } from '@gatehouse/contract/admin/people/users.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { newId } from '../src/crypto/ids.ts'
import { anAddress, openSessionFor } from './builders.ts'
import type { TestServer, Visitor } from './server.ts'
import { aUser } from './users.ts'

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

export async function permissionId({ db }: TestServer, name: Permission): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from permissions where name = ${name}`)
  return rows[0]?.id as string
}

/** The names of what a role holds. */
export async function permissionsOf({ db }: TestServer, roleId: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select p.name from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = ${roleId} order by p.name`)
  return rows.map(({ name }) => name)
}

/** A person who is signed in with this role. */
export async function holderOf(server: TestServer, admin: Visitor, roleId: string): Promise<Visitor> {
  const { id } = await aUser(admin)
  await admin.call(attachRoleToUser, { userId: id, roleId })
  const ip = anAddress()
  const visitor = server.visitor({ ip })
  await openSessionFor(server, visitor, id, ip)
  return visitor
}

let forms = 0

/** The form of a new role. */
export const aRoleForm = (changes: object = {}) => ({
  name: `Desk Lead ${++forms}`,
  description: 'Leads a desk',
  status: 'ACTIVE',
  ...changes,
})
