import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import {
  listCalls,
  NOT_CALLED_AGAIN,
  readCall,
  resendCall,
  resendFailedCalls,
} from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import {
  addUserApplicationClinetRole as assign,
  detachClient as detach,
} from '@gatehouse/contract/admin/people/users.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson, someoneSignedIn } from '../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../test/console.ts'
import { startTestServer, type TestServer, type Visitor } from '../../../test/server.ts'
import { truncate } from '../../../test/truncate.ts'

const SECRET = 'shared with the partner'

/** The partner portal and the applications, on one port. Tests set their answer. */
let others: Server
let answer = 200
const received: { url: string; body: string }[] = []
let server: TestServer
let admin: Visitor
let adminId: string

beforeAll(async () => {
  others = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ url: request.url ?? '', body })
    response.writeHead(answer).end(`it repeats ${body} and ${String(request.headers['x-gatehouse-signature'])}`)
  }).listen(0, '127.0.0.1')
  await once(others, 'listening')
  server = await startTestServer({
    config: {
      partnerPortal: { url: `http://127.0.0.1:${port()}`, secret: SECRET, hasRemovals: true },
      outboundAllow: ['127.0.0.1'],
    },
  })
  const signedIn = await anAdministrator(server)
  admin = signedIn.visitor
  adminId = signedIn.person.id
})
beforeEach(async () => {
  await truncate(server.db, sql`outbox, outbox_lanes, delivery_attempts`)
  answer = 200
  received.length = 0
})
afterAll(async () => {
  await server.close()
  others.close()
})

const port = () => (others.address() as AddressInfo).port

async function anAssigned(role = 'User') {
  const [person, application, client] = [await aPerson(server), await anApplication(server), await aClient(server)]
  const pair = { userId: person.id, applicationId: application.id, clientId: client.id }
  await admin.call(assign, { ...pair, role })
  return { person, application, client, pair }
}

/** A person who opened an application and then signed out of the portal. */
async function aSignedOut() {
  const { visitor, person } = await someoneSignedIn(server)
  const [application, client] = [await anApplication(server), await aClient(server)]
  await anAssignment(server, person.id, application.id, client.id)
  await server.db.execute(sql`
    update applications set backchannel_logout_uri = ${`http://127.0.0.1:${port()}/logout`} where id = ${application.id}`)
  await server.db.execute(sql`
    insert into opened_applications (session_id, application_id)
    select id, ${application.id} from sessions where user_id = ${person.id}`)
  await visitor.call(DestroySession)
  return { person, application }
}

/** Waits until every call has had so many attempts or is settled. */
async function tried(times = 1) {
  await expect
    .poll(async () => {
      server.outbox.wake()
      const { rows } = await server.db.execute(sql`
        select 1 from outbox o where kind in ('partner', 'logout') and state = 'ready' and (
          select count(*) from delivery_attempts d where d.outbox_id = o.id) < ${times}`)
      return rows.length
    })
    .toBe(0)
}

/** Makes the next failure the last one. An attempt in progress adds to the rounds when it ends, so this is repeated. */
async function giveUp() {
  await expect
    .poll(async () => {
      await server.db.execute(sql`
        update outbox o set rounds = 50, run_at = now() where kind in ('partner', 'logout') and state = 'ready'
          and attempts = (select count(*) from delivery_attempts d where d.outbox_id = o.id)`)
      server.outbox.wake()
      const { rows } = await server.db.execute(
        sql`select 1 from outbox where kind in ('partner', 'logout') and state = 'ready'`,
      )
      return rows.length
    })
    .toBe(0)
}

const listed = async (query: object = {}) => (await admin.call(listCalls, query)).data.rows
const one = async (query: object = {}) => {
  const [row] = await listed(query)
  if (row === undefined) throw new Error('nothing is listed')
  return (await admin.call(readCall, { id: row._id })).data
}

test('calls to the partner portal and logout notices are listed with their state, newest first', async () => {
  const { person, application, client } = await anAssigned()
  await tried()
  answer = 503
  const out = await aSignedOut()
  await tried()
  expect(await listed()).toEqual([
    {
      ...{ _id: expect.any(String), createdAt: expect.stringMatching(/Z$/), kind: 'logout', state: 'waiting' },
      ...{ person: { _id: out.person.id, name: 'Asha Rao' }, client: null, endReason: 'logout', attempts: 1 },
      ...{ application: { _id: out.application.id, name: out.application.name }, target: `127.0.0.1:${port()}` },
      ...{ reason: 'HTTP 503', resend: 'now' },
    },
    {
      ...{ _id: expect.any(String), createdAt: expect.stringMatching(/Z$/), kind: 'assigned', state: 'sent' },
      ...{ person: { _id: person.id, name: 'Asha Rao' }, client: { _id: client.id, name: client.actualName } },
      ...{ application: { _id: application.id, name: application.name }, target: 'Partner portal' },
      ...{ endReason: null, attempts: 1, reason: '', resend: null },
    },
  ])
  const { tries, said, nextTryAt } = await one({ to: 'applications' })
  expect({ tries, said, nextTryAt }).toEqual({
    said: [],
    nextTryAt: expect.stringMatching(/^20.*Z$/),
    tries: [expect.objectContaining({ number: 1, isSuccess: false, answer: 'HTTP 503' })],
  })
  expect((await one({ to: 'partner' })).said).toEqual([
    { field: 'userId', value: person.id },
    { field: 'appName', value: application.name },
    { field: 'ClientName', value: client.actualName },
    { field: 'ClientID', value: client.uuid },
  ])
  // Neither the token and the signature, nor the other side's echo of them.
  const all = JSON.stringify([await one({ to: 'applications' }), await one({ to: 'partner' })])
  const token = new URLSearchParams(received.at(-1)?.body).get('logout_token') ?? 'none'
  for (const secret of [token, SECRET, 'v1=', 'logout_token']) expect(all).not.toContain(secret)
})

test('calls are filtered by state, target, application and person', async () => {
  const first = await anAssigned()
  await tried()
  answer = 500
  const second = await aSignedOut()
  await tried()
  const kinds = async (query: object) => (await listed(query)).map(({ kind }) => kind)
  expect(await kinds({ state: 'sent' })).toEqual(['assigned'])
  expect(await kinds({ state: 'waiting' })).toEqual(['logout'])
  expect(await kinds({ state: 'failed' })).toEqual([])
  expect(await kinds({ to: 'applications' })).toEqual(['logout'])
  expect(await kinds({ to: 'partner' })).toEqual(['assigned'])
  for (const { application, person } of [first, second]) {
    expect(await listed({ applicationId: application.id })).toMatchObject([{ application: { _id: application.id } }])
    expect(await listed({ userId: person.id })).toMatchObject([{ person: { _id: person.id } }])
  }
  expect((await admin.call(listCalls, { page: '1', pageSize: '1' })).data).toMatchObject({
    rows: [{ kind: 'assigned' }],
    total: 2,
  })
  expect(await admin.call(listCalls, { state: 'gone' })).toMatchObject({ status: 400 })
  // Ignoring an unknown filter would select all calls.
  const wrong = { applicationID: adminId } as object
  const refused = { status: 400, msg: 'There is no such filter' }
  expect(await admin.call(listCalls, wrong)).toMatchObject(refused)
  expect(await admin.call(resendFailedCalls, { filter: wrong })).toMatchObject(refused)
})

describe('sending a call again', () => {
  test('sends an abandoned call with a new signature and records the administrator in the audit', async () => {
    answer = 500
    const { person } = await anAssigned()
    await giveUp()
    expect((await admin.call(messagesOverview, {})).data.failedCalls).toBe(1)
    const { _id: id, resend } = await one({ state: 'failed' })
    expect(resend).toBe('again')
    expect((await auditOf(server, person.id)).at(-1)).toMatchObject({
      event: 'calls.failed',
      detail: { callId: id, reason: 'HTTP 500' },
    })
    answer = 200
    expect(await admin.call(resendCall, { id, resend: 'again' })).toMatchObject({ status: 200 })
    await tried(2)
    expect(await one()).toMatchObject({ _id: id, state: 'sent', resend: null, refusal: NOT_CALLED_AGAIN.sent })
    expect((await auditOf(server, person.id)).at(-1)).toMatchObject({
      event: 'calls.resent',
      actorId: adminId,
      detail: { callId: id, kind: 'assigned', target: 'Partner portal' },
    })
    expect(await admin.call(resendCall, { id, resend: 'again' })).toMatchObject({
      status: 409,
      msg: NOT_CALLED_AGAIN.sent,
    })
  })

  test('sends a waiting call at once, although the other side asked for a pause', async () => {
    answer = 503
    await aSignedOut()
    await tried()
    await server.db.execute(sql`
      update outbox_lanes set paused_until = now() + interval '50 minutes' where lane like 'logout:%'`)
    const { _id: id, nextTryAt } = await one()
    expect(Date.parse(nextTryAt ?? '')).toBeGreaterThan(Date.now() + 40 * 60_000)
    answer = 204
    expect(await admin.call(resendCall, { id, resend: 'now' })).toMatchObject({ status: 200 })
    await tried(2)
    expect(await one()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('happens once for ten requests at the same time', async () => {
    answer = 500
    await anAssigned()
    await giveUp()
    const { _id: id } = await one()
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call(resendCall, { id, resend: 'again' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is refused for an assignment whose removal was reported later', async () => {
    answer = 500
    const { pair } = await anAssigned()
    await giveUp()
    await admin.call(detach, pair)
    const [removed, assigned] = await listed()
    expect([removed?.kind, assigned?.resend]).toEqual(['removed', null])
    expect(await admin.call(resendCall, { id: assigned?._id, resend: 'again' })).toMatchObject({
      status: 409,
      msg: NOT_CALLED_AGAIN.outdated,
    })
    await giveUp()
    answer = 200
    // Only the newer one of the two abandoned calls.
    expect((await admin.call(resendFailedCalls, { filter: {} })).data).toEqual({ resent: 1 })
    // The number of attempts varies: an attempt in progress when the call was abandoned counts too.
    const states = async () => (await listed()).map(({ kind, state }) => [kind, state])
    await expect.poll(states).toEqual([
      ['removed', 'sent'],
      ['assigned', 'failed'],
    ])
  })

  test('is refused for a call that waits for an older call about the same person', async () => {
    answer = 500
    const { pair } = await anAssigned()
    await tried()
    await admin.call(detach, pair)
    const removed = await one()
    expect(removed).toMatchObject({ kind: 'removed', resend: null, refusal: NOT_CALLED_AGAIN.behind })
  })

  test('needs the permission to change messages, and the list needs the permission to see them', async () => {
    answer = 500
    await anAssigned()
    await giveUp()
    const { _id: id } = await one()
    const reader = await someoneWith(server, ['messages:read'])
    const other = await someoneWith(server, ['users:read'])
    expect((await reader.visitor.call(listCalls)).data.rows).toHaveLength(1)
    for (const [visitor, call, input] of [
      [reader.visitor, resendCall, { id, resend: 'again' }],
      [reader.visitor, resendFailedCalls, { filter: {} }],
      [other.visitor, listCalls, {}],
      [other.visitor, readCall, { id }],
    ] as const)
      expect(await visitor.call(call, input)).toMatchObject({ status: 403 })
    expect(await listed({ state: 'failed' })).toHaveLength(1)
  })
})
