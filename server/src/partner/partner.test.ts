import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  addUserApplicationClinetRole as assign,
  detachClient as detach,
  users,
} from '@gatehouse/contract/admin/people/users.ts'
import { joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, anApplication, aPerson, someoneSignedIn } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'
import { truncate } from '../../test/truncate.ts'
import { keepAssignmentDates } from '../admin/people/assignments/keep-dates.ts'
import { lanesWithWork } from '../outbox/lanes.ts'

const SECRET = 'shared with the partner'

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A partner portal on a port of its own. */
const received: Received[] = []
let answer = 200
let answerHeaders: Record<string, string> = {}
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
      response.writeHead(answer, { ...answerHeaders, ...(answer === 302 && { location: '/elsewhere' }) }).end('{}')
    })
  })
  partner.listen(0, '127.0.0.1')
  await once(partner, 'listening')
  const { port } = partner.address() as AddressInfo
  server = await startTestServer({
    config: { partnerPortal: { url: `http://127.0.0.1:${port}`, secret: SECRET, hasRemovals: true } },
  })
  admin = (await anAdministrator(server)).visitor
})
afterAll(async () => {
  await server.close()
  partner.close()
})
beforeEach(async () => {
  await truncate(server.db, sql`outbox, outbox_lanes`)
  received.length = 0
  answer = 200
  answerHeaders = {}
})

async function anAssignable(by = server) {
  const [person, application, client] = [await aPerson(by), await anApplication(by), await aClient(by)]
  const pair = { userId: person.id, applicationId: application.id, clientId: client.id }
  return { person, application, client, pair }
}

/** Runs one round of deliveries and waits for its end. */
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

test('the partner is notified of an assignment, with the specified fields, signed', async () => {
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

test('a person without an id at the partner, and a client without one, are identified by their ids in the portal', async () => {
  const { person, client, pair } = await anAssignable()
  await server.db.execute(sql`update clients set uuid = '' where id = ${client.id}`)
  await admin.call(assign, { ...pair, role: 'User' })
  await deliver()
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ userId: person.id, ClientID: client.id })
})

test('the partner hears of an assignment when it begins, also when the person was inactive, and when it ends', async () => {
  const { person, pair } = await anAssignable()
  const call = (number: number) => received[number]?.url.split('/').at(-1)
  const setActive = (isActive: boolean) => admin.call(users.update, { userId: person.id, ...formOf(person), isActive })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  await admin.call(assign, { ...pair, role: 'User', validFrom: tomorrow })
  for (const isActive of [false, true]) expect(await setActive(isActive)).toMatchObject({ status: 200 })
  await deliver()
  expect(received.filter(({ url }) => url.endsWith('/createUserApplicationClinetRole'))).toEqual([])
  received.length = 0
  await server.db.execute(sql`update assignments set valid_from = now() where user_id = ${person.id}`)
  await keepAssignmentDates(server)
  await keepAssignmentDates(server)
  await deliver()
  expect([received.length, call(0)]).toEqual([1, 'createUserApplicationClinetRole'])
  await server.db.execute(sql`update assignments set valid_until = now() where user_id = ${person.id}`)
  await keepAssignmentDates(server)
  await deliver()
  expect([received.length, call(1)]).toEqual([2, 'deleteUserApplicationClinetRole'])
})

test.each([500, 404, 302])('after an answer %i the call is repeated with the same idempotency key', async (failure) => {
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

test('an assignment that stays the same, or is refused, causes no call', async () => {
  const { pair } = await anAssignable()
  await admin.call(assign, { ...pair, role: 'User' })
  await admin.call(assign, { ...pair, role: 'User' })
  await admin.call(assign, { ...pair, role: 'Auditor' })
  expect(await partnerCalls()).toHaveLength(1)
})

const CREATED = '/api/sso/createUserApplicationClinetRole'
const DELETED = '/api/sso/deleteUserApplicationClinetRole'

/** All calls to the partner, in order. */
const said = () =>
  received.map(({ url, body }) => {
    const { userId, appName } = JSON.parse(body) as { userId: string; appName: string }
    return [url, userId, appName]
  })

/** Delivers until no call to the partner is waiting. */
async function deliverAll() {
  await expect
    .poll(async () => {
      server.outbox.wake()
      return (await partnerCalls()).filter(({ state }) => state === 'ready').length
    })
    .toBe(0)
}

const formOf = ({ email, phoneNumber }: { email: string; phoneNumber: string }) => ({
  ...{ firstName: 'Asha', lastName: 'Rao' },
  ...{ email, phoneNumber },
})

describe('the removal of an assignment', () => {
  test('is sent in the same form, signed, after the assignment', async () => {
    const { person, application, client, pair } = await anAssignable()
    await admin.call(assign, { ...pair, role: 'User' })
    expect(await admin.call(detach, pair)).toMatchObject({ status: 200 })
    expect(await admin.call(detach, pair)).toMatchObject({ status: 404 })
    await deliverAll()
    expect(said()).toEqual([
      [CREATED, person.id, application.name],
      [DELETED, person.id, application.name],
    ])
    const [first, second] = received as [Received, Received]
    expect(second.body).toBe(first.body)
    expect(JSON.parse(second.body)).toMatchObject({ ClientName: client.actualName, ClientID: client.uuid })
    const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(second.headers['x-gatehouse-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${second.body}`).digest('hex'))
  })

  test('is sent once for each assignment of a deactivated or deleted person, and their assignments again after a restore', async () => {
    const { person, application, pair } = await anAssignable()
    const other = await anAssignable()
    await admin.call(assign, { ...pair, role: 'User' })
    await admin.call(assign, { ...other.pair, userId: person.id, role: 'User' })
    await deliverAll()
    const names = [application.name, other.application.name].toSorted((one, another) =>
      one.toLowerCase() < another.toLowerCase() ? -1 : 1,
    )
    const step = async (change: () => Promise<unknown>) => {
      received.length = 0
      await change()
      await deliverAll()
      return said()
    }
    const all = (url: string) => names.map((name) => [url, person.id, name])
    const update = (isActive: boolean) => admin.call(users.update, { userId: person.id, ...formOf(person), isActive })
    expect(await step(() => update(false))).toEqual(all(DELETED))
    // Assignments of an inactive person cause no calls.
    expect(await step(() => admin.call(detach, pair))).toEqual([])
    expect(await step(() => admin.call(assign, { ...pair, role: 'User' }))).toEqual([])
    expect(await step(() => update(false))).toEqual([])
    expect(await step(() => update(true))).toEqual(all(CREATED))
    expect(await step(() => admin.call(users.remove, { userId: person.id }))).toEqual(all(DELETED))
    expect(await step(() => admin.call(users.restore, { id: person.id }))).toEqual(all(CREATED))
    await update(false)
    await deliverAll()
    expect(await step(() => admin.call(users.remove, { userId: person.id }))).toEqual([])
  })

  test('is not sent to a partner that does not support it', async () => {
    const plain = await startTestServer({
      config: { partnerPortal: { url: 'http://127.0.0.1:1', secret: SECRET, hasRemovals: false } },
    })
    const { visitor } = await anAdministrator(plain)
    const { pair } = await anAssignable(plain)
    await visitor.call(assign, { ...pair, role: 'User' })
    await visitor.call(detach, pair)
    const { rows } = await plain.db.execute(sql`select 1 from outbox where kind = 'partner'`)
    expect(rows).toHaveLength(1)
    await plain.close()
  })
})

test('a call about a person waits for the previous one, and calls about others do not', async () => {
  answer = 500
  const { person, application, pair } = await anAssignable()
  await admin.call(assign, { ...pair, role: 'User' })
  await deliver()
  await admin.call(detach, pair)
  answer = 200
  const other = await anAssignable()
  await admin.call(assign, { ...other.pair, role: 'User' })
  await expect
    .poll(() => {
      server.outbox.wake()
      return said().at(-1)
    })
    .toEqual([CREATED, other.person.id, other.application.name])
  expect(said().some(([url]) => url === DELETED)).toBe(false)
  await server.db.execute(sql`update outbox set run_at = now() where kind = 'partner'`)
  await deliverAll()
  expect(said().slice(-2)).toEqual([
    [CREATED, person.id, application.name],
    [DELETED, person.id, application.name],
  ])
})

test('a partner that asks for a pause is not called that long', async () => {
  answer = 503
  answerHeaders = { 'retry-after': '600' }
  const [first, second] = [await anAssignable(), await anAssignable()]
  await admin.call(assign, { ...first.pair, role: 'User' })
  await deliver()
  const waits = sql`
    select extract(epoch from run_at - now()) as seconds from outbox where kind = 'partner' and last_error is not null`
  const [row] = (await server.db.execute<{ seconds: string }>(waits)).rows
  expect(Number(row?.seconds)).toBeGreaterThan(590)
  answer = 200
  answerHeaders = {}
  await admin.call(assign, { ...second.pair, role: 'User' })
  expect(await lanesWithWork(server.db)).not.toContain('partner')
  await server.db.execute(sql`update outbox_lanes set paused_until = now() where lane = 'partner'`)
  expect(await lanesWithWork(server.db)).toContain('partner')
  // No call of this test may arrive during the next one.
  await deliver()
})

describe('the partner portal id', () => {
  const setId = (person: { id: string } & Parameters<typeof formOf>[0], cPortalId: string, by = admin) =>
    by.call(users.update, { userId: person.id, ...formOf(person), cPortalId })

  test('is set with the account or later, and a new one moves all assignments', async () => {
    const { person, application, pair } = await anAssignable()
    expect(await setId(person, ' P-1 ')).toMatchObject({ status: 200, data: { cPortalId: 'P-1' } })
    expect(await partnerCalls()).toEqual([])
    await admin.call(assign, { ...pair, role: 'User' })
    await setId(person, 'P-2')
    // A change without the field keeps the id.
    await admin.call(users.update, { userId: person.id, ...formOf(person) })
    await deliverAll()
    expect(said()).toEqual([
      [CREATED, 'P-1', application.name],
      [DELETED, 'P-1', application.name],
      [CREATED, 'P-2', application.name],
    ])
    const { rows } = await server.db.execute<{ detail: { changes: unknown } }>(
      sql`select detail from audit_events where event = 'users.updated' and subject_id = ${person.id} order by number`,
    )
    expect(rows.map(({ detail }) => detail.changes)).toEqual([
      [{ field: 'cPortalId', before: '', after: 'P-1' }],
      [{ field: 'cPortalId', before: 'P-1', after: 'P-2' }],
      [],
    ])
    const created = await admin.call(users.create, {
      ...{ name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email: 'asha.p9@example.com' },
      ...{ phoneNumber: '9876500009', userName: 'asha.p9', password: 'Secret1!longer', cPortalId: 'P-9' },
    })
    expect(created).toMatchObject({ status: 200, data: { cPortalId: 'P-9' } })
  })

  test('is unique, and people cannot change their own', async () => {
    const [one, other] = [await aPerson(server), await aPerson(server)]
    await setId(one, 'P-3')
    expect(await setId(other, 'P-3')).toMatchObject({
      status: 400,
      data: { fields: { cPortalId: 'This partner portal id is already in use' } },
    })
    // Without one, the partner knows a person by the id of the account.
    for (const id of [one.id, one.id.toUpperCase()])
      expect(await setId(other, id)).toMatchObject({ status: 400, data: { fields: { cPortalId: expect.any(String) } } })
    await admin.call(users.remove, { userId: one.id })
    expect(await setId(other, 'P-3')).toMatchObject({ status: 200 })
    expect(await admin.call(users.restore, { id: one.id })).toMatchObject({
      status: 400,
      msg: 'This partner portal id is already in use',
    })
    const self = await anAdministrator(server)
    expect(await setId(self.person, 'P-4', self.visitor)).toMatchObject({ status: 409 })
  })
})

test('a self-registration is reported to the partner, too', async () => {
  const { application, client } = await anAssignable()
  await server.db.execute(sql`
    insert into self_registrations (application_id, client_id) values (${application.id}, ${client.id})`)
  const { visitor, person } = await someoneSignedIn(server)
  const join = { Application: application.name, Client: client.actualName }
  expect(await visitor.call(joinSelfRegistration, join)).toMatchObject({ data: { isNew: true } })
  await visitor.call(joinSelfRegistration, join)
  await deliverAll()
  expect(said()).toEqual([[CREATED, person.id, application.name]])
})

test('without PARTNER_PORTAL_URL no call is made', async () => {
  const alone = await startTestServer()
  const { visitor } = await anAdministrator(alone)
  const { pair } = await anAssignable(alone)
  expect(await visitor.call(assign, { ...pair, role: 'User' })).toMatchObject({ status: 200 })
  const { rows } = await alone.db.execute(sql`select 1 from outbox where kind = 'partner'`)
  expect(rows).toEqual([])
  await alone.close()
})
