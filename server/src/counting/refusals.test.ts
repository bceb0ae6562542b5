import { users } from '@gatehouse/contract/admin/people/users.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { someoneSignedIn } from '../../test/builders.ts'
import { startTestServer, useTestServer } from '../../test/server.ts'

const server = useTestServer()

test('a missing permission leaves one audit line an hour for each call', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  for (let times = 0; times < 5; times++) expect(await visitor.call(users.create, {})).toMatchObject({ status: 403 })
  await Promise.all(Array.from({ length: 5 }, () => visitor.call(users.update, {})))
  const { rows } = await server.db.execute(sql`
    select actor_id, detail from audit_events where event = 'access.refused' order by number`)
  expect(rows).toEqual([
    { actor_id: person.id, detail: { call: users.create.path } },
    { actor_id: person.id, detail: { call: users.update.path } },
  ])
})

test('a proxy that is missing in TRUST_PROXY is logged once', async () => {
  const lines: unknown[] = []
  const watched = await startTestServer({ config: { trustProxy: ['10.9.9.9/32'] } })
  // Replaces the log's method, to read what an operator would read.
  watched.log.warn = (...line: unknown[]) => void lines.push(line)
  const ask = (ip: string, headers = {}) => watched.visitor({ ip, headers }).call(getSession)
  await ask('10.0.0.5')
  await ask('203.0.113.9', { 'x-forwarded-for': '198.51.100.1' })
  await ask('10.9.9.9', { 'x-forwarded-for': '198.51.100.1' })
  expect(lines).toEqual([])
  for (let times = 0; times < 3; times++) await ask('10.0.0.5', { 'x-forwarded-for': '198.51.100.1' })
  expect(lines).toEqual([[{ proxy: '10.0.0.5' }, expect.stringContaining('TRUST_PROXY does not name it')]])
  await watched.close()
})
