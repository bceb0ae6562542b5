import { endUserSessions, userSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { beforeAll, expect, test } from 'vitest'
import { anAddress, signIn, someoneSignedIn } from '../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
let admin: Awaited<ReturnType<typeof anAdministrator>>
beforeAll(async () => {
  admin = await anAdministrator(server)
})

const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null

async function someoneTwice() {
  const { person, visitor } = await someoneSignedIn(server)
  const other = server.visitor({ ip: anAddress() })
  await signIn(server, other, person.email)
  const sessions = (await admin.visitor.call(userSessions, { userId: person.id })).data
  return { person, visitor, other, sessions }
}

test("an administrator sees a person's sessions and ends one of them, or all (T020)", async () => {
  const { person, visitor, other, sessions } = await someoneTwice()
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false])
  const [first] = sessions
  const one = { userId: person.id, sessionId: first?._id }
  expect(await admin.visitor.call(endUserSessions, one)).toMatchObject({ msg: 'Sessions Ended', data: { ended: 1 } })
  expect([await isSignedIn(visitor), await isSignedIn(other)].filter(Boolean)).toHaveLength(1)
  expect(await admin.visitor.call(endUserSessions, one)).toMatchObject({ status: 404 })

  expect((await admin.visitor.call(endUserSessions, { userId: person.id })).data).toEqual({ ended: 1 })
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([false, false])
  expect((await admin.visitor.call(userSessions, { userId: person.id })).data).toEqual([])
  expect(await auditOf(server, person.id)).toMatchObject([
    { event: 'signin.completed' },
    { event: 'signin.code-sent' },
    { event: 'signin.completed' },
    { event: 'users.sessions-ended', actorId: admin.person.id, detail: { name: 'Asha Rao', sessions: [first?._id] } },
    { event: 'users.sessions-ended' },
  ])
})

test('a session cannot be ended under the id of another person', async () => {
  const { visitor, sessions } = await someoneTwice()
  const another = await someoneTwice()
  const mixed = { userId: another.person.id, sessionId: sessions[0]?._id }
  expect(await admin.visitor.call(endUserSessions, mixed)).toMatchObject({ status: 404 })
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await admin.visitor.call(endUserSessions, { userId: newId() })).toMatchObject({ status: 404 })
})

test("ending all of one's own sessions keeps the current one", async () => {
  const { person, visitor } = await anAdministrator(server)
  const other = server.visitor({ ip: anAddress() })
  await signIn(server, other, person.email)
  expect((await visitor.call(endUserSessions, { userId: person.id })).data).toEqual({ ended: 1 })
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false])
})

test('a caller who may only see people cannot end sessions, and nobody ends those of a person with more permissions', async () => {
  const { person, visitor } = await someoneTwice()
  const reader = await someoneWith(server, ['users:read'])
  const writer = await someoneWith(server, ['users:read', 'users:write'])
  expect((await reader.visitor.call(userSessions, { userId: person.id })).data).toHaveLength(2)
  expect(await reader.visitor.call(endUserSessions, { userId: person.id })).toMatchObject({ status: 403 })
  expect(await visitor.call(userSessions, { userId: admin.person.id })).toMatchObject({ status: 403 })
  expect(await writer.visitor.call(endUserSessions, { userId: admin.person.id })).toMatchObject({
    status: 403,
    msg: 'You cannot change a person who has more permissions than you.',
  })
  expect(await isSignedIn(admin.visitor)).toBe(true)
  expect((await writer.visitor.call(endUserSessions, { userId: person.id })).data).toEqual({ ended: 2 })
})
