import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import {
  authorizePath,
  basic,
  changeApplication,
  send,
  someoneWithOidc,
  startListening,
  useListening,
} from '../../test/relying-party.ts'

const server = useListening({ config: { trustProxy: ['127.0.0.1/32', '::1/128'] } })

test('requests of applications count in the general limit of an address, together with public calls', async () => {
  const { application } = await someoneWithOidc(server)
  await server.db.execute(sql`truncate throttles`)
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const ask = (ip: string) => send(server, authorizePath(application), from(ip))
  expect((await ask('198.51.100.77')).status).toBe(303)
  // All but the block of twenty that this server has counted in advance.
  await server.db.execute(sql`update throttles set count = 120000 - 20 where bucket = 'any-requests'`)
  const statuses = []
  for (let times = 0; times < 45; times++) statuses.push((await ask('198.51.100.77')).status)
  expect(statuses).toEqual([...Array(39).fill(303), ...Array(6).fill(429)])
  const refused = await ask('198.51.100.77')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // People see a page; programs get the protocol's form.
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(refused.text).toContain('<meta name="refusal" content="too_many_requests" />')
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oauth2/jwks']) {
    const { status, headers, json } = await send(server, path, from('198.51.100.77'))
    expect([status, headers['content-type']]).toEqual([429, 'application/json; charset=utf-8'])
    expect(json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  // A caller with the right secret is never refused.
  await changeApplication(server, application.id, { oauth_grants: ['client_credentials'] })
  const form = { grant_type: 'client_credentials' }
  const proved = { headers: { ...from('198.51.100.77').headers, ...basic(application) }, form }
  expect((await send(server, '/oauth2/token', proved)).status).toBe(200)
  expect((await send(server, getSession.path, from('198.51.100.77'))).status).toBe(429)
  expect((await ask('198.51.100.78')).status).toBe(303)
  await expect
    .poll(async () => (await server.db.execute(sql`select ip from audit_events where event = 'access.throttled'`)).rows)
    .toEqual([{ ip: '198.51.100.77' }])
})

test('a proxy missing in TRUST_PROXY is logged for requests to the provider, too', async () => {
  const behind = await startListening({ config: { trustProxy: ['10.9.9.9/32'] } })
  const warned: unknown[] = []
  behind.log.warn = (...said: unknown[]) => void warned.push(said)
  for (let times = 0; times < 2; times++)
    await send(behind, '/.well-known/openid-configuration', { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect(warned).toEqual([[{ proxy: '127.0.0.1' }, expect.stringContaining('TRUST_PROXY does not name it')]])
  await behind.close()
})
