import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizePath, send, someoneWithOidc, startListening } from '../../test/relying-party.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startListening({ config: { trustProxy: ['127.0.0.1/32', '::1/128'] } })
})
afterAll(() => server.close())

test('requests of applications count in the general limit of an address, together with all public calls', async () => {
  const { application } = await someoneWithOidc(server)
  await server.db.execute(sql`truncate throttles`)
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const ask = (ip: string) => send(server, authorizePath(application), from(ip))
  expect((await ask('198.51.100.77')).status).toBe(303)
  // All but the block of twenty that this server has taken.
  await server.db.execute(sql`update throttles set count = 120000 - 20 where bucket = 'any-requests'`)
  const statuses = []
  for (let times = 0; times < 45; times++) statuses.push((await ask('198.51.100.77')).status)
  expect(statuses).toEqual([...Array(39).fill(303), ...Array(6).fill(429)])
  const refused = await ask('198.51.100.77')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send(server, getSession.path, from('198.51.100.77'))).status).toBe(429)
  expect((await ask('198.51.100.78')).status).toBe(303)
  await expect
    .poll(async () => (await server.db.execute(sql`select ip from audit_events where event = 'access.throttled'`)).rows)
    .toEqual([{ ip: '198.51.100.77' }])
})
