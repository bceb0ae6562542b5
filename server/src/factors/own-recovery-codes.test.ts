import {
  makeRecoveryCodes,
  readRecoveryCodes,
  removeRecoveryCodes,
} from '@gatehouse/contract/factors/recovery-codes.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { someoneSignedIn } from '../../test/builders.ts'
import { someoneWithRecoveryCodes } from '../../test/recovery-codes.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const UNCONFIRMED = { status: 403, msg: 'Confirm that it is you.' }

test('a person makes ten codes, replaces them and removes them, and is notified', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  expect((await visitor.call(readRecoveryCodes)).data).toEqual({
    ...{ left: 0, madeAt: null },
    ...{ isWeak: false, hasPassword: true },
  })
  const first = (await visitor.call(makeRecoveryCodes)).data.codes
  expect(new Set(first).size).toBe(10)
  for (const code of first) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const second = (await visitor.call(makeRecoveryCodes)).data.codes
  expect(second.some((code) => first.includes(code))).toBe(false)
  const { left, madeAt } = (await visitor.call(readRecoveryCodes)).data
  expect([left, typeof madeAt]).toEqual([10, 'string'])
  // What is stored gives none of them away.
  const { rows } = await server.db.execute<{ all: string }>(sql`
    select string_agg(r::text, '') || (select string_agg(e::text, '') from audit_events e) as all from recovery_codes r
    where r.user_id = ${person.id}`)
  for (const code of second) {
    expect(rows[0]?.all).not.toContain(code)
    expect(rows[0]?.all).not.toContain(code.replaceAll('-', ''))
  }
  expect((await visitor.call(removeRecoveryCodes)).status).toBe(200)
  expect((await visitor.call(removeRecoveryCodes)).status).toBe(200)
  expect((await visitor.call(readRecoveryCodes)).data.left).toBe(0)
  const { lines } = (await visitor.call(listOwnActivity)).data
  expect(lines.slice(0, 3).map(({ event }) => event)).toEqual([
    'recovery-codes.removed',
    'recovery-codes.made',
    'recovery-codes.made',
  ])
  const subjects = (await server.inbox(person.email)).map(({ subject }) => subject)
  expect(subjects.slice(0, 3)).toEqual([
    'The recovery codes of your EAI account were removed',
    'Recovery codes were made for your EAI account',
    'Recovery codes were made for your EAI account',
  ])
})

test('two makers at the same moment leave ten codes, those that the later one got', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await Promise.all([1, 2, 3].map(() => visitor.call(makeRecoveryCodes)))
  const { rows } = await server.db.execute(
    sql`select count(*)::int as count from recovery_codes where user_id = ${person.id}`,
  )
  expect(rows).toEqual([{ count: 10 }])
})

test('an old session has to confirm first, and an account without a password needs none', async () => {
  const { person, visitor } = await someoneWithRecoveryCodes(server)
  await server.db.execute(sql`
    update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${person.id}`)
  expect(await visitor.call(makeRecoveryCodes)).toMatchObject(UNCONFIRMED)
  expect(await visitor.call(removeRecoveryCodes)).toMatchObject(UNCONFIRMED)
  expect((await visitor.call(readRecoveryCodes)).data.left).toBe(10)
  const bare = await someoneSignedIn(server)
  await server.db.execute(sql`update users set password_hash = null where id = ${bare.person.id}`)
  expect(await bare.visitor.call(makeRecoveryCodes)).toMatchObject({ status: 409 })
})
