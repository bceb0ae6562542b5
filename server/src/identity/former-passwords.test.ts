import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import {
  changePassword,
  consumeRequestRequestPassword,
  login,
  requestRequestPassword,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../test/console.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'

/** Five in turn, of which the setting below keeps two. */
const [SECOND, THIRD, FOURTH, FIFTH] = [
  'Heron#Meadow58*Oar',
  'Thistle#Canal64*Drum',
  'Walnut#River73*Kite',
  'Copper#Field29*Moss',
]
const PRESENT = { status: 400, msg: 'The new password must differ from the current one.' }
const USED = { status: 400, msg: 'This password was yours before. Choose a new one.' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { passwordHistory: 2 } })
})
afterAll(() => server.close())

const aBrowser = () => server.visitor({ ip: anAddress() })
const change = (visitor: Visitor, oldPassword: string, newPassword: string) =>
  visitor.call(changePassword, { oldPassword, newPassword })
const kept = async (userId: string) =>
  (await server.db.execute(sql`select 1 from former_passwords where user_id = ${userId}`)).rows.length

async function aLink(email: string): Promise<string> {
  await aBrowser().call(requestRequestPassword, { email })
  return /resetpassword\/(\S+)/.exec((await server.inbox(email))[0]?.text ?? '')?.[1] ?? ''
}

test('the present password and the last two before it cannot be chosen again, and older ones are forgotten', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  expect(await change(visitor, PASSWORD, PASSWORD)).toMatchObject(PRESENT)
  expect(await change(visitor, PASSWORD, SECOND)).toMatchObject({ status: 200 })
  expect(await change(visitor, SECOND, PASSWORD)).toMatchObject(USED)
  expect(await change(visitor, SECOND, THIRD)).toMatchObject({ status: 200 })
  expect(await change(visitor, THIRD, PASSWORD)).toMatchObject(USED)
  expect(await change(visitor, THIRD, SECOND)).toMatchObject(USED)
  expect(await change(visitor, THIRD, FOURTH)).toMatchObject({ status: 200 })
  expect(await kept(person.id)).toBe(2)
  expect(await change(visitor, FOURTH, PASSWORD)).toMatchObject({ status: 200 })
})

test('who does not know the current password learns nothing about former ones', async () => {
  const { visitor } = await someoneSignedIn(server)
  await change(visitor, PASSWORD, SECOND)
  for (const guess of [PASSWORD, SECOND, THIRD])
    expect(await change(visitor, FOURTH, guess)).toMatchObject({
      status: 400,
      msg: 'The current password is incorrect.',
    })
})

test('a link refuses both, is not used up by that, and works with another password', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await change(visitor, PASSWORD, SECOND)
  const uuid = await aLink(person.email)
  const choose = (newPassword: string) => aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword })
  expect(await choose(SECOND)).toMatchObject(PRESENT)
  expect(await choose(PASSWORD)).toMatchObject(USED)
  expect(await aBrowser().call(login, { email: person.email, password: SECOND })).toMatchObject({ status: 200 })
  expect(await choose(THIRD)).toMatchObject({ status: 200 })
})

test('neither does an administrator set them', async () => {
  const { email, id } = await aPerson(server)
  const { visitor: admin } = await anAdministrator(server)
  const set = (newPassword: string) =>
    admin.call(resetUserPassword, { email, newPassword, confirmPassword: newPassword })
  expect(await set(PASSWORD)).toMatchObject(PRESENT)
  expect(await set(SECOND)).toMatchObject({ status: 200 })
  expect(await set(PASSWORD)).toMatchObject(USED)
  // Of two changes at once, the second one keeps what the first one has set.
  expect(await Promise.all([set(THIRD), set(FOURTH)])).toMatchObject([{ status: 200 }, { status: 200 }])
  const last = (await aBrowser().call(login, { email, password: THIRD })).status === 200 ? FOURTH : THIRD
  expect(await set(last)).toMatchObject(USED)
  await server.db.execute(sql`delete from users where id = ${id}`)
  expect(await kept(id)).toBe(0)
})

test('who may not set the password of a stronger person cannot find out what it is', async () => {
  const { person } = await anAdministrator(server)
  const { visitor } = await someoneWith(server, ['users:read', 'users:write'])
  for (const newPassword of [PASSWORD, SECOND])
    expect(await visitor.call(resetUserPassword, { email: person.email, newPassword })).toMatchObject({ status: 403 })
})

test('with 0 only the present one is refused, and former hashes are deleted', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await change(visitor, PASSWORD, SECOND)
  const careless = await startTestServer({ config: { passwordHistory: 0 } })
  try {
    const { person: other, visitor: theirs } = await someoneSignedIn(careless)
    expect(await change(theirs, PASSWORD, PASSWORD)).toMatchObject(PRESENT)
    expect(await change(theirs, PASSWORD, FIFTH)).toMatchObject({ status: 200 })
    expect(await change(theirs, FIFTH, PASSWORD)).toMatchObject({ status: 200 })
    const { rows } = await careless.db.execute(sql`select 1 from former_passwords where user_id = ${other.id}`)
    expect(rows).toEqual([])
  } finally {
    await careless.close()
  }
  expect(await kept(person.id)).toBe(1)
})
