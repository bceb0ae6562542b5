import {
  addUserApplicationClinetRole as assign,
  detachClient as detach,
} from '@gatehouse/contract/admin/people/users.ts'
import { explainMissing } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anApplication, anAssignment, launch, someoneSignedIn, someoneWithAccess } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { keepAssignmentDates } from '../admin/people/assignments/keep-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const ENDED = {
  status: 403,
  msg: 'Your access to this application has ended. Ask your administrator if you still need it.',
}
const NOT_ASSIGNED = { status: 403, msg: 'This application is not assigned to you. Ask your administrator.' }

const why = async (visitor: Visitor, name: string) => (await visitor.call(explainMissing, { name })).data

async function end(userId: string): Promise<string | undefined> {
  const { rows } = await server.db.execute<{ at: Date }>(sql`
    update assignments set valid_until = now() - interval '20 seconds' where user_id = ${userId} returning valid_until as at`)
  return rows[0]?.at.toISOString()
}

test('an access that has ended says so to its person, with the moment, before it is removed and after', async () => {
  const someone = await someoneWithAccess(server)
  const { application, person, visitor } = someone
  const endedAt = await end(person.id)
  for (const isRemoved of [false, true]) {
    if (isRemoved) await keepAssignmentDates(server)
    expect(await launch(someone)).toMatchObject(ENDED)
    expect(await why(visitor, application.name)).toEqual([
      { name: application.name, state: 'ended', inactiveClients: [], beginsAt: null, endedAt },
    ])
  }
})

test('one that an administrator has ended says so, too', async () => {
  const someone = await someoneWithAccess(server)
  const { application, client, person, visitor } = someone
  // What else is assigned says nothing about it.
  await anAssignment(server, person.id, (await anApplication(server)).id, client.id)
  await admin.call(detach, { userId: person.id, applicationId: application.id, clientId: client.id })
  expect(await launch(someone)).toMatchObject(ENDED)
  expect(await why(visitor, application.name)).toMatchObject([{ state: 'ended', endedAt: expect.any(String) }])
})

test('it says so to nobody else, and to nobody once the application is deleted', async () => {
  const someone = await someoneWithAccess(server)
  const { application, person, visitor } = someone
  await end(person.id)
  await keepAssignmentDates(server)
  const stranger = await someoneSignedIn(server)
  expect(await why(stranger.visitor, application.name)).toEqual([])
  expect(await launch({ ...someone, ...stranger })).toMatchObject(NOT_ASSIGNED)
  await server.db.execute(sql`update applications set deleted_at = now() where id = ${application.id}`)
  expect(await why(visitor, application.name)).toEqual([])
  expect(await launch(someone)).toMatchObject(NOT_ASSIGNED)
})

test('once it is assigned again, nothing is said of the former end', async () => {
  const someone = await someoneWithAccess(server)
  const { application, client, person, visitor } = someone
  await end(person.id)
  await keepAssignmentDates(server)
  const pair = { userId: person.id, applicationId: application.id, clientId: client.id }
  expect(await admin.call(assign, { ...pair, role: 'User' })).toMatchObject({ status: 200 })
  expect(await why(visitor, application.name)).toMatchObject([{ state: 'here', endedAt: null }])
  expect(await launch(someone)).toMatchObject({ status: 200 })
})
