import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'
import { aServiceAccount } from '../../../../test/service-accounts.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('before a person is deactivated or deleted, it is said what they have and what nobody else has', async () => {
  const [person, other] = [await aPerson(server), await aPerson(server)]
  const [application, client] = [await anApplication(server), await aClient(server)]
  for (const name of ['Director', 'Clerk'])
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${newId()}, ${application.id}, ${client.id}, ${name}, 'R')`)
  await anAssignment(server, person.id, application.id, client.id, 'director')
  const account = await aServiceAccount(server, [])
  await server.db.execute(sql`update service_accounts set owner_id = ${person.id} where id = ${account.id}`)
  const pair = `${application.name} · ${client.actualName}`
  const uses = async (by = admin) => (await by.call(users.uses, { id: person.id })).data
  const alone = { kind: 'application roles that nobody else has', effect: 'leaves', count: 1 }
  expect(await uses()).toEqual([
    { kind: 'assignments', effect: 'detaches', count: 1, names: [pair] },
    { ...alone, names: [`Director · ${pair}`] },
    { kind: 'service accounts of this owner', effect: 'leaves', count: 1, names: [expect.any(String)] },
  ])
  // Names are for those who may read what they belong to.
  const writer = await someoneWith(server, ['users:read', 'users:write'])
  expect(await uses(writer.visitor)).toContainEqual({ ...alone, names: [] })

  await anAssignment(server, other.id, application.id, client.id, 'Director')
  const kinds = async () => (await uses()).map(({ kind }) => kind)
  expect(await kinds()).not.toContain(alone.kind)
  // People who are inactive, or whose assignment is over, do not count.
  await server.db.execute(sql`update users set is_active = false where id = ${other.id}`)
  expect(await kinds()).toContain(alone.kind)
  await server.db.execute(sql`update users set is_active = true where id = ${other.id}`)
  await server.db.execute(sql`update assignments set valid_until = now() where user_id = ${other.id}`)
  expect(await kinds()).toContain(alone.kind)
})
