import { PERSON_STATES } from '@gatehouse/contract/admin/people/person-states.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { anAddress, aPerson, someoneSignedIn } from '../../../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { aUser } from '../../../../test/users.ts'
import type { UserRow } from '../store.ts'

const server = useTestServer()
let admin: Awaited<ReturnType<typeof anAdministrator>>
/** The ids of the people by name. */
let people: Record<'signedIn' | 'neverHere' | 'invited' | 'guessedAt' | 'inactive', string>

beforeAll(async () => {
  admin = await anAdministrator(server)
  const inactive = await aPerson(server)
  await server.db.execute(sql`update users set is_active = false where id = ${inactive.id}`)
  const guessedAt = await aPerson(server)
  const stranger = server.visitor({ ip: anAddress() })
  const guess = () => stranger.call(login, { email: guessedAt.email, password: 'Wrong#Orbit42*Lamp' })
  while ((await guess()).status !== 429);
  people = {
    signedIn: (await someoneSignedIn(server)).person.id,
    neverHere: (await aPerson(server)).id,
    invited: (await aUser(admin.visitor, { firstPassword: 'link', password: undefined })).id,
    guessedAt: guessedAt.id,
    inactive: inactive.id,
  }
})

async function namesOf(query: object, by: Visitor = admin.visitor): Promise<string[]> {
  const { data } = await by.call(users.list, { page: 0, pageSize: 100, ...query })
  const ids = new Set((data as Page<UserRow>).rows.map(({ _id }) => _id))
  return Object.keys(people).filter((name) => ids.has(people[name as keyof typeof people]))
}

test.each([
  [{ state: 'active' }, ['signedIn', 'neverHere', 'invited', 'guessedAt']],
  [{ state: 'invited' }, ['invited']],
  [{ state: 'throttled' }, ['guessedAt']],
  [{ state: 'inactive' }, ['inactive']],
  [{ hasSignedIn: true }, ['signedIn']],
  [{ hasSignedIn: false }, ['neverHere', 'invited', 'guessedAt', 'inactive']],
  [{ hasSignedIn: false, state: 'active' }, ['neverHere', 'invited', 'guessedAt']],
])('the filter %j lists exactly the people in that state', async (query, names) => {
  expect(await namesOf(query)).toEqual(names)
})

test('a refused sign-in of an hour ago no longer counts', async () => {
  await server.db.execute(sql`alter table audit_events disable trigger all`)
  await server.db.execute(sql`
    update audit_events set at = at - interval '61 minutes' where event = 'signin.throttled'`)
  await server.db.execute(sql`alter table audit_events enable trigger all`)
  expect(await namesOf({ state: 'throttled' })).toEqual([])
})

test('the filter for throttled people needs the permission to see the activity', async () => {
  const reader = (await someoneWith(server, ['users:read'])).visitor
  for (const state of PERSON_STATES)
    expect(await reader.call(users.list, { page: 0, state })).toMatchObject({
      status: state === 'throttled' ? 403 : 200,
    })
  const auditor = (await someoneWith(server, ['users:read', 'audit:read'])).visitor
  expect(await auditor.call(users.list, { page: 0, state: 'throttled' })).toMatchObject({ status: 200 })
})

test.each([{ state: 'locked' }, { hasSignedIn: 'perhaps' }])('%j is refused as a filter', async (query) => {
  expect(await admin.visitor.call(users.list, { page: 0, ...query })).toMatchObject({ status: 400 })
})
