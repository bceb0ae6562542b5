import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { send, useListening } from '../../test/relying-party.ts'
import { aServiceAccount, aServiceKey } from '../../test/service-accounts.ts'
import { makeAddressOf } from './client-address.ts'

const server = useListening({ config: { trustProxy: ['127.0.0.1/32', '::1/128'] } })

const ask = (key: string, forwarded: string) =>
  send(server, `${users.list.path}?page=0`, {
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': forwarded },
  })

test.each([
  ['203.0.113.9:4711', '203.0.113.9', '203.0.113.9'],
  ['[2001:db8::7]:443', '2001:db8::7', '2001:db8::/64'],
  ['[2001:db8::7]', '2001:db8::7', '2001:db8::/64'],
  ['2001:db8::7:443', '2001:db8::7:443', '2001:db8::/64'],
  ['198.51.100.1, 203.0.113.10:4711, 127.0.0.1:8080', '203.0.113.10', '203.0.113.10'],
])('of a caller whom a proxy reports as %s, the address counts alone', async (forwarded, network, noted) => {
  const allowed = await aServiceAccount(server, ['users:read'], { networks: [network] })
  const { key } = await aServiceKey(server, allowed.id)
  expect((await ask(key, forwarded)).status).toBe(200)

  const other = await aServiceAccount(server, ['users:read'], { networks: ['192.0.2.0/24'] })
  const { key: refused } = await aServiceKey(server, other.id)
  expect((await ask(refused, forwarded)).status).toBe(401)
  const { rows } = await server.db.execute(sql`
    select ip from audit_events where subject_id = ${other.id} and event = 'serviceAccounts.key-refused'`)
  expect(rows).toEqual([{ ip: noted }])
})

test('a caller that has gone has no address any more', () => {
  const gone = { headers: {}, socket: {} } as never
  expect(makeAddressOf({ trustProxy: [] })(gone)).toBe('unknown')
})
