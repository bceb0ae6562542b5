import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addUserApplicationClinetRole as assign, detachClient as detach } from '@gatehouse/contract/admin/users.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClient, anApplication, aPerson } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'

const SECRET = 'shared with the partner'

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** The partner, on a port of its own. */
const received: Received[] = []
let answer = 200
let partner: Server
let server: TestServer
let admin: Visitor

beforeAll(async () => {
  partner = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('{}')
    })
  })
  partner.listen(0, '127.0.0.1')
  await once(partner, 'listening')
  const { port } = partner.address() as AddressInfo
  server = await startTestServer({
    config: { partnerPortal: { url: `http://127.0.0.1:${port}`, secret: SECRET } },
  })
  admin = (await anAdministrator(server)).visitor
})
afterAll(async () => {
  await server.close()
  partner.close()
})
beforeEach(async () => {
  await server.db.execute(sql`truncate outbox`)
  received.length = 0
  answer = 200
})

async function anAssignable(by = server) {
  const [person, application, client] = [await aPerson(by), await anApplication(by), await aClient(by)]
  const pair = { userId: person.id, applicationId: application.id, clientId: client.id }
  return { person, application, client, pair }
}

/** One round of deliveries, to its end. */
async function deliver() {
  for (let tries = 0; tries < 5000; tries++) {
    server.outbox.wake()
    const { rows } = await server.db.execute(
      sql`select 1 from outbox where kind = 'partner' and state = 'ready' and (attempts = 0 or last_error is null)`,
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('nothing was delivered')
}

const partnerCalls = async () => {
  const { rows } = await server.db.execute<{ state: string; attempts: number; last_error: string | null }>(
    sql`select state, attempts, last_error from outbox where kind = 'partner'`,
  )
  return rows
}

test('the partner is told of an assignment, with the specified fields, signed', async () => {
  const { person, application, client, pair } = await anAssignable()
  await server.db.execute(sql`update users set c_portal_id = 'P-77' where id = ${person.id}`)
  expect(await admin.call(assign, { ...pair, role: 'User' })).toMatchObject({ status: 200 })
  await deliver()
  expect(received).toHaveLength(1)
  const [{ method, url, headers, body }] = received as [Received]
  expect(`${method} ${url}`).toBe('POST /api/sso/createUserApplicationClinetRole')
  expect(JSON.parse(body)).toEqual({
    userId: 'P-77',
    appName: application.name,
    ClientName: client.actualName,
    ClientID: client.uuid,
  })
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^[\w-]{36}$/),
  })
  expect(headers).not.toHaveProperty('authorization')
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-gatehouse-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'))
  expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60)
  expect(await partnerCalls()).toEqual([{ state: 'done', attempts: 1, last_error: null }])
})

test('someone without an id at the partner, and a client without one, are named by their ids here', async () => {
  const { person, client, pair } = await anAssignable()
  await server.db.execute(sql`update clients set uuid = '' where id = ${client.id}`)
  await admin.call(assign, { ...pair, role: 'User' })
  await deliver()
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ userId: person.id, ClientID: client.id })
})

test.each([500, 404, 302])('after an answer %i the call is repeated under the same key', async (failure) => {
  answer = failure
  const { pair } = await anAssignable()
  expect(await admin.call(assign, { ...pair, role: 'User' })).toMatchObject({ status: 200 })
  await deliver()
  expect(await partnerCalls()).toMatchObject([{ state: 'ready', attempts: 1, last_error: expect.any(String) }])
  answer = 200
  await server.db.execute(sql`update outbox set run_at = now(), last_error = null`)
  await deliver()
  expect(received.map(({ url }) => url)).toEqual(Array(2).fill('/api/sso/createUserApplicationClinetRole'))
  const [first, second] = received.map(({ headers, body }) => ({ key: headers['idempotency-key'], body }))
  expect(first).toEqual(second)
  expect(await partnerCalls()).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('nothing is said of an assignment that stays as it is, is refused or is taken away', async () => {
  const { pair } = await anAssignable()
  await admin.call(assign, { ...pair, role: 'User' })
  await deliver()
  await admin.call(assign, { ...pair, role: 'User' })
  await admin.call(assign, { ...pair, role: 'Auditor' })
  await admin.call(detach, pair)
  expect(await partnerCalls()).toHaveLength(1)
})

test('without PARTNER_PORTAL_URL nobody is told', async () => {
  const alone = await startTestServer()
  const { visitor } = await anAdministrator(alone)
  const { pair } = await anAssignable(alone)
  expect(await visitor.call(assign, { ...pair, role: 'User' })).toMatchObject({ status: 200 })
  const { rows } = await alone.db.execute(sql`select 1 from outbox where kind = 'partner'`)
  expect(rows).toEqual([])
  await alone.close()
})
