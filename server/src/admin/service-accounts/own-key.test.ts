import { invite } from '@gatehouse/contract/admin/people/invitations.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { attachPermissionsToRole, detachPermissionsToRole, roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, aPerson } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole, aRoleForm, permissionId, permissionsOf } from '../../../test/roles.ts'
import { useTestServer } from '../../../test/server.ts'
import { aProgram } from '../../../test/service-accounts.ts'
import { aUserForm } from '../../../test/users.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const YOURSELF = { status: 409, msg: 'You cannot do this to yourself. Ask another administrator.' }
const HELD: Permission[] = ['users:read', 'users:write', 'roles:read', 'roles:write']

/** A program whose key the person has made. */
async function aProgramOf(personId: string) {
  const program = await aProgram(server, HELD)
  await server.db.execute(sql`update service_account_keys set created_by = ${personId} where id = ${program.keyId}`)
  return program.visitor
}

test('a program does not change the role of somebody who has made its key', async () => {
  const { person, roleId } = await someoneWith(server, [])
  const other = await aRole(server, [])
  const program = await aProgramOf(person.id)
  const wanted = { permissionId: await permissionId(server, 'users:write') }
  const own = { roleId, ...wanted }
  expect(await program.call(attachPermissionsToRole, own)).toMatchObject(YOURSELF)
  expect(await program.call(detachPermissionsToRole, own)).toMatchObject(YOURSELF)
  expect(await program.call(roles.update, { ...aRoleForm(), roleId })).toMatchObject(YOURSELF)
  expect(await permissionsOf(server, roleId)).toEqual([])
  expect(await program.call(attachPermissionsToRole, { roleId: other, ...wanted })).toMatchObject({ status: 200 })
})

test('a program makes no new account for somebody who has made its key and was deleted', async () => {
  const person = await aPerson(server)
  const program = await aProgramOf(person.id)
  await admin.call(users.remove, { userId: person.id })
  const invited = async (email: string) => (await program.call(invite, { emails: [email] })).data.results[0]
  expect(await invited(person.email.toUpperCase())).toMatchObject({ outcome: 'refused', message: YOURSELF.msg })
  expect(await server.inbox(person.email)).toEqual([])
  for (const same of [{ email: person.email }, { phoneNumber: person.phoneNumber }])
    expect(await program.call(users.create, aUserForm(same))).toMatchObject(YOURSELF)
  expect(await invited(aUserForm().email)).toMatchObject({ outcome: 'sent' })
  expect(await program.call(users.create, aUserForm())).toMatchObject({ status: 200 })
})

test('self-registration is refused to somebody with a program in their hand that may open it', async () => {
  const application = await anApplication(server)
  const client = await aClient(server)
  await server.db.execute(sql`
    insert into self_registrations (application_id, client_id) values (${application.id}, ${client.id})`)
  const { person, visitor } = await someoneWith(server, [])
  const names = { Application: application.name, Client: client.actualName }
  const { id } = await aProgram(server, ['applications:write', 'users:write'], { ownerId: person.id })
  expect(await visitor.call(joinSelfRegistration, names)).toMatchObject(YOURSELF)
  await server.db.execute(sql`update service_accounts set owner_id = null where id = ${id}`)
  expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({ status: 200, data: { isNew: true } })
})
