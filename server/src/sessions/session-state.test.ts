import { UNATTENDED_HEADER } from '@gatehouse/contract/envelope.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { getSession, getSessionState } from '@gatehouse/contract/session.ts'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { someoneSignedIn } from '../../test/builders.ts'
import { aRole } from '../../test/roles.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const HAPPENS: [string, (userId: string) => Sql, string | null][] = [
  [
    'ended by an administrator',
    (id) => sql`update sessions set ended_at = now(), end_reason = 'ended-by-administrator' where user_id = ${id}`,
    'ended-by-administrator',
  ],
  [
    'ended long ago',
    (id) =>
      sql`update sessions set ended_at = now() - interval '2 days', end_reason = 'replaced' where user_id = ${id}`,
    null,
  ],
  ['unused', (id) => sql`update sessions set last_seen_at = now() - interval '1 year' where user_id = ${id}`, 'idle'],
  ['expired', (id) => sql`update sessions set expires_at = now() where user_id = ${id}`, 'expired'],
  ['of a deactivated person', (id) => sql`update users set is_active = false where id = ${id}`, 'deactivated'],
]

describe('a session', () => {
  test.each(HAPPENS)('that is %s is refused and gives the reason', async (_case, happen, endReason) => {
    const { visitor, person } = await someoneSignedIn(server)
    expect((await visitor.call(getSessionState)).data).toEqual({ userId: person.id })
    expect((await visitor.call(getSession)).data.endReason).toBeNull()
    await server.db.execute(happen(person.id))
    expect((await visitor.call(getSessionState)).data).toEqual({ userId: null })
    expect((await visitor.call(getSession)).data).toMatchObject({ session: null, endReason })
  })

  test('gives the reason when the role of its person has changed', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const role = await aRole(server, [])
    await server.db.execute(sql`update users set role_id = ${role} where id = ${person.id}`)
    expect((await visitor.call(getSessionState)).data).toEqual({ userId: null })
    expect((await visitor.call(getSession)).data).toMatchObject({ session: null, endReason: 'role-changed' })
  })

  test('is not kept alive by a page that polls its state', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    await server.db.execute(
      sql`update sessions set last_seen_at = now() - interval '5 minutes' where user_id = ${person.id}`,
    )
    const seen = async () =>
      (await server.db.execute(sql`select last_seen_at from sessions where user_id = ${person.id}`)).rows
    const before = await seen()
    await visitor.call(getSessionState)
    expect(await seen()).toEqual(before)
    await visitor.call(getSession)
    expect(await seen()).not.toEqual(before)
  })

  test('is not kept alive by what an open page loads by itself', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    await server.db.execute(
      sql`update sessions set last_seen_at = now() - interval '5 minutes' where user_id = ${person.id}`,
    )
    const seen = async () =>
      (await server.db.execute(sql`select last_seen_at from sessions where user_id = ${person.id}`)).rows
    const before = await seen()
    expect(await visitor.call(listTiles, {}, { [UNATTENDED_HEADER]: '1' })).toMatchObject({ status: 200 })
    expect(await seen()).toEqual(before)
    await visitor.call(listTiles)
    expect(await seen()).not.toEqual(before)
  })

  test('that does not exist gives no reason', async () => {
    const visitor = server.visitor()
    visitor.cookies['__Host-eai_sid'] = 'A'.repeat(43)
    expect((await visitor.call(getSessionState)).data).toEqual({ userId: null })
    expect((await visitor.call(getSession)).data.endReason).toBeNull()
    expect((await server.visitor().call(getSession)).data.endReason).toBeNull()
  })
})
