import { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { auditOf } from '../../test/console.ts'
import { aReceiver, isAuthentic, useReceiver, verifierOfGuide } from '../../test/webhook-receiver.ts'
import { useWebhookServer } from '../../test/webhooks.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { notify } from '../notifications/notify.ts'

const server = useWebhookServer()
const receiver = useReceiver()
afterEach(() => vi.useRealTimers())

const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'

/** The only request that the receiver got; fails when there are more or none. */
async function onlyRequest() {
  await server.delivered()
  expect(receiver.received).toHaveLength(1)
  return receiver.received[0] as (typeof receiver.received)[number]
}

describe('a receiver', () => {
  test('is notified of an event in the form and with the signature of Standard Webhooks', async () => {
    const { secret } = await server.aWebhook(`${receiver.url}/hooks`)
    const client = await server.aClient('Malabar Mutual')
    const got = await onlyRequest()
    const [line] = await auditOf(server, client._id)
    expect(JSON.parse(got.body)).toEqual({
      type: 'client.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        id: got.headers['webhook-id'],
        actor: { id: server.adminId },
        subject: { id: client._id, name: 'Malabar Mutual' },
        changes: line?.detail.changes,
      },
    })
    expect(got).toMatchObject({ path: '/hooks', headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(isAuthentic(secret, got)).toBe(true)

    const changed = (headers: Record<string, string>) => ({ ...got, headers: { ...got.headers, ...headers } })
    expect(isAuthentic(secret, { ...got, body: got.body.replace('Malabar', 'Calabar') })).toBe(false)
    expect(isAuthentic(secret, changed({ 'webhook-id': 'another' }))).toBe(false)
    const aMinuteLater = String(Number(got.headers['webhook-timestamp']) + 60)
    expect(isAuthentic(secret, changed({ 'webhook-timestamp': aMinuteLater }))).toBe(false)
    expect(isAuthentic(secret, got, Date.now() / 1000 + 600)).toBe(false)
    expect(isAuthentic('whsec_bm90IHRoZSBzZWNyZXQ=', got)).toBe(false)
  })

  test('gets the time of the database from a server with a slow clock', async () => {
    const { secret } = await server.aWebhook(`${receiver.url}/hooks`)
    const seconds = Date.now() / 1000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    await server.aClient('Konkan Mutual')
    const got = await onlyRequest()
    expect(isAuthentic(secret, got, seconds)).toBe(true)
    expect(Math.abs(Date.parse(JSON.parse(got.body).timestamp) / 1000 - seconds)).toBeLessThan(3600)
  })

  test('verifies an event as in the guide, which accepts no other signature', async () => {
    const { secret } = await server.aWebhook(receiver.url)
    await server.aClient()
    const { headers, body } = await onlyRequest()
    const read = await verifierOfGuide()
    expect(read(secret, headers, body)).toMatchObject({ id: headers['webhook-id'], type: 'client.created' })
    expect(() => read(secret, headers, `${body} `)).toThrow('not from the portal')
    expect(() => read('whsec_bm90IHRoZSBzZWNyZXQ=', headers, body)).toThrow('not from the portal')
    expect(() => read(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toThrow('too old')
  })

  test('gets only events that it subscribes to, and none while it is inactive or deleted', async () => {
    await server.aWebhook(receiver.url, { events: ['role.created'] })
    await server.aWebhook(receiver.url, { status: 'INACTIVE' })
    const { _id } = await server.aWebhook(receiver.url)
    await server.admin.call(webhooks.remove, { webhookId: _id })
    await server.aClient()
    await server.delivered()
    expect(receiver.received).toEqual([])
    expect((await server.db.execute(sql`select 1 from webhook_deliveries`)).rows).toEqual([])
  })

  test('gets the same event id as other receivers, with its own signature', async () => {
    const hooks = [await server.aWebhook(receiver.url), await server.aWebhook(receiver.url)]
    await server.aClient()
    await server.delivered()
    const [first, second] = receiver.received
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
    expect(first?.body).toBe(second?.body)
    const believe = receiver.received.map((got) => hooks.map(({ secret }) => isAuthentic(secret, got)))
    expect(believe.toSorted()).toEqual([
      [false, true],
      [true, false],
    ])
  })

  test('is not notified of a change that was rolled back', async () => {
    await server.aWebhook(receiver.url)
    const cause = server.db.transaction(async (tx) => {
      await recordAudit(tx, { event: 'clients.created', subjectId: UNKNOWN_ID, detail: { name: 'Never' } })
      throw new Error('the cause failed')
    })
    await expect(cause).rejects.toThrow('the cause failed')
    await server.delivered()
    expect(receiver.received).toEqual([])
    const written = sql`select id from webhook_deliveries union all select id from outbox where kind = 'webhook'`
    expect((await server.db.execute(written)).rows).toEqual([])

    // The same change, committed.
    await recordAudit(server.db, { event: 'clients.created', subjectId: UNKNOWN_ID, detail: { name: 'Ever' } })
    expect(JSON.parse((await onlyRequest()).body).data.subject).toEqual({ id: UNKNOWN_ID, name: 'Ever' })
  })

  test('can put events in order', async () => {
    const { _id } = await server.aWebhook(receiver.url)
    const names = Array.from({ length: 12 }, (_, index) => `Ordered ${index}`)
    for (const name of names) await server.aClient(name)
    await server.delivered()
    const heard = receiver.received.map(({ body }) => JSON.parse(body))
    heard.sort((a, b) => (a.data.id < b.data.id ? -1 : 1))
    expect(heard.map(({ data }) => data.subject.name)).toEqual(names)
    expect(heard.map(({ timestamp }) => timestamp)).toEqual(heard.map(({ timestamp }) => timestamp).toSorted())
    const rows = await server.deliveriesOf(_id)
    expect(rows.map(({ eventId }) => eventId)).toEqual(heard.map(({ data }) => data.id).reverse())
  })

  test('gets a name as plain text, with any characters', async () => {
    await server.aWebhook(receiver.url)
    const name = `"}],{{otp}} <img src=x onerror=alert(1)> \\ ☎️ '; drop table users`
    await server.aClient(name)
    expect(JSON.parse((await onlyRequest()).body).data.subject.name).toBe(name)
  })
})

describe('after the renewal of a secret', () => {
  test('both secrets verify an event, and after a day only the new one', async () => {
    const { _id, secret: former } = await server.aWebhook(receiver.url)
    const renewed = await server.rotate(_id)
    await server.aClient()
    const got = await onlyRequest()
    expect(String(got.headers['webhook-signature']).split(' ')).toHaveLength(2)
    expect([isAuthentic(former, got), isAuthentic(renewed, got)]).toEqual([true, true])
    expect((await server.webhook(_id))?.previousSecretUntil).not.toBeNull()

    await server.db.execute(sql`update webhooks set previous_until = now() - interval '1 second'`)
    receiver.received.length = 0
    await server.aClient()
    const later = await onlyRequest()
    expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect([isAuthentic(former, later), isAuthentic(renewed, later)]).toEqual([false, true])
    expect((await server.webhook(_id))?.previousSecretUntil).toBeNull()
  })

  test.each([
    ['former', [true, false, true]],
    ['current', [false, true, true]],
  ] as const)('a third one signs beside the %s one, as was chosen', async (keeps, expected) => {
    const { _id, secret } = await server.aWebhook(receiver.url)
    const secrets = [secret, await server.rotate(_id), await server.rotate(_id, keeps)]
    await server.aClient()
    const got = await onlyRequest()
    expect(secrets.map((one) => isAuthentic(one, got))).toEqual(expected)
  })

  test('a new host gets nothing until it has its own secret, and no event is lost', async () => {
    const { _id, sent, secret: former } = await server.aWebhook(receiver.url)
    const elsewhere = await aReceiver()
    await server.admin.call(webhooks.update, { ...sent, url: elsewhere.url, webhookId: _id })
    await server.aClient('Kept')
    await server.delivered()
    expect([receiver.received, elsewhere.received]).toEqual([[], []])
    const [waiting] = await server.deliveriesOf(_id)
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 })
    expect((await server.readDelivery(waiting?._id ?? '')).tries[0]?.answer).toBe('there is no secret to sign with')

    const secret = await server.rotate(_id)
    await server.makeDue()
    await server.delivered()
    const [got] = elsewhere.received
    expect(got && [isAuthentic(secret, got), isAuthentic(former, got)]).toEqual([true, false])
    expect(receiver.received).toEqual([])
    await elsewhere.close()
  })
})

test('an abandoned message is an event for webhooks, without its text', async () => {
  await server.aWebhook(receiver.url, { events: ['message.failed'] })
  await server.db.transaction(async (tx) => {
    await notify(server, tx, 'password-changed', server.adminId, { minutes: 5 })
    // The delivery starts with the commit.
    tx.atCommit(sql`update outbox set not_after = now() - interval '1 minute' where kind = 'message'`)
  })
  server.outbox.wake()
  await expect.poll(async () => (await auditOf(server, server.adminId)).at(-1)?.event).toBe('messages.failed')
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from messages where state = 'failed'`)
  expect(JSON.parse((await onlyRequest()).body)).toMatchObject({
    type: 'message.failed',
    data: {
      actor: null,
      subject: { id: server.adminId, name: 'Asha Rao' },
      details: {
        messageId: rows[0]?.id,
        notice: 'password-changed',
        channel: 'email',
        reason: 'expired before it was sent',
      },
    },
  })
})

test('without a webhook, nothing is written beside the audit', async () => {
  const { _id } = await server.aClient()
  expect(await auditOf(server, _id)).toHaveLength(1)
  const { rows } = await server.db.execute(sql`select id from webhook_deliveries union all select id from outbox`)
  expect(rows).toEqual([])
})
