import { endSuspension, suspendUser } from '@gatehouse/contract/admin/people/suspensions.ts'
import { attachRoleToUser } from '@gatehouse/contract/admin/people/users.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson, signIn, someoneSignedIn } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { aRole } from '../../test/roles.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'

const activityOf = async (visitor: Visitor, before?: string) =>
  (await visitor.call(listOwnActivity, before === undefined ? {} : { before })).data

test('people see their sign-ins with device and address, failed attempts, and the changes of administrators without theirs', async () => {
  const person = await aPerson(server)
  const stranger = server.visitor({ ip: '203.0.113.66' })
  await stranger.call(login, { email: person.email, password: 'Wrong#Password1' })
  const visitor = server.visitor({ ip: '198.51.100.7', headers: { 'user-agent': BROWSER } })
  await signIn(server, visitor, person.email)
  await admin.call(attachRoleToUser, { userId: person.id, roleId: await aRole(server, []) })
  await signIn(server, visitor, person.email)

  const { lines, hasMore } = await activityOf(visitor)
  expect(hasMore).toBe(false)
  expect(lines.findLast(({ event }) => event === 'signin.failed')).toMatchObject({
    ...{ by: 'unknown', ip: '203.0.113.66', browser: '', changes: [] },
  })
  expect(lines.findLast(({ event }) => event === 'signin.completed')).toMatchObject({
    ...{ by: 'owner', ip: '198.51.100.7', browser: 'Chrome', system: 'Windows' },
  })
  expect(lines.find(({ event }) => event === 'users.role-attached')).toMatchObject({
    ...{ by: 'administrator', ip: null, browser: '', system: '' },
    changes: [{ field: 'role', before: null, after: expect.stringMatching(/^Role /) }],
  })
  const times = lines.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
})

test('what concerns others is not listed', async () => {
  const { visitor, person } = await someoneSignedIn(server)
  const other = await someoneSignedIn(server)
  await server.db.execute(sql`
    insert into audit_events (id, event, actor_id, subject_id)
    values (${newId()}, 'users.updated', ${person.id}, ${other.person.id}),
      (${newId()}, 'messages.failed', null, ${person.id}), (${newId()}, 'access.refused', ${person.id}, ${person.id})`)
  const { lines } = await activityOf(visitor)
  expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(['signin.completed']))
  const [ofOther] = (await activityOf(other.visitor)).lines
  expect(await activityOf(visitor, ofOther?._id)).toEqual({ lines: [], hasMore: false })
})

test('a suspension that was planned and dropped is not listed, and one that had begun is', async () => {
  const { visitor, person } = await someoneSignedIn(server)
  const suspend = async (days: number) => {
    const { rows } = await server.db.execute<{ day: string }>(sql`
      select ((now() at time zone ${server.config.timeZone})::date + ${days}::int)::text as day`)
    const asked = { userId: person.id, from: rows[0]?.day ?? '', until: '', reason: 'An inquiry' }
    expect(await admin.call(suspendUser, asked)).toMatchObject({ status: 200 })
  }
  const ends = async () => {
    const { lines } = await activityOf(visitor)
    return lines.filter(({ event }) => event === 'users.suspension-ended').length
  }
  await suspend(5)
  expect(await admin.call(endSuspension, { userId: person.id })).toMatchObject({ status: 200 })
  expect(await ends()).toBe(0)
  expect(JSON.stringify((await visitor.call(downloadOwnData, {})).data)).not.toMatch(/suspen/i)
  await suspend(0)
  expect(await admin.call(endSuspension, { userId: person.id })).toMatchObject({ status: 200 })
  await signIn(server, visitor, person.email)
  expect(await ends()).toBe(1)
})

test('older lines follow, each once', async () => {
  const { visitor, person } = await someoneSignedIn(server)
  await server.db.execute(sql`
    insert into audit_events (id, event, subject_id, ip)
    select gen_random_uuid(), 'signin.failed', ${person.id}, '203.0.113.' || i from generate_series(1, 60) i`)
  const seen: string[] = []
  for (let before: string | undefined, hasMore = true; hasMore; before = seen.at(-1)) {
    const page = await activityOf(visitor, before)
    seen.push(...page.lines.map(({ _id }) => _id))
    hasMore = page.hasMore
  }
  expect(seen).toHaveLength(61)
  expect(new Set(seen).size).toBe(61)
})
