import * as calls from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../test/console.ts'
import { isAuthentic, useReceiver } from '../../test/webhook-receiver.ts'
import { useWebhookServer } from '../../test/webhooks.ts'

const server = useWebhookServer()
const receiver = useReceiver()

const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'
const again = (deliveryId: string) => server.admin.call(calls.redeliver, { deliveryId })
const newest = async (webhookId: string) => (await server.deliveriesOf(webhookId))[0]?._id ?? 'none'

describe('a delivery', () => {
  test('can be sent again, with the same event id and body, at another time', async () => {
    const { _id, secret } = await server.aWebhook(receiver.url)
    await server.aClient()
    await server.delivered()
    const first = await newest(_id)
    const hourAgo = sql`update webhook_deliveries set created_at = created_at - interval '1 hour'`
    await server.db.execute(hourAgo)
    const answer = await again(first)
    expect(answer).toMatchObject({ status: 200, msg: 'Sent again' })
    expect(answer.data.deliveryId).not.toBe(first)
    await server.delivered()
    const [original, repeat] = receiver.received
    expect(repeat?.body).toBe(original?.body)
    expect(repeat?.headers['webhook-id']).toBe(original?.headers['webhook-id'])
    expect(repeat && isAuthentic(secret, repeat)).toBe(true)
    expect(Number(repeat?.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(
      Number(original?.headers['webhook-timestamp']),
    )
    expect((await server.deliveriesOf(_id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect((await auditOf(server, _id)).at(-1)).toMatchObject({
      event: 'webhooks.sent-again',
      actorId: server.adminId,
      detail: { event: 'client.created' },
    })
  })

  test('that waits for its next attempt is sent at once, and only once', async () => {
    const { _id } = await server.aWebhook(receiver.url)
    receiver.answer = (response) => response.writeHead(503).end()
    await server.aClient()
    await server.delivered()
    const waiting = await newest(_id)
    receiver.answer = (response) => response.writeHead(200).end()
    expect((await again(waiting)).data.deliveryId).toBe(waiting)
    await server.delivered()
    expect(receiver.received).toHaveLength(2)
    expect(await server.deliveriesOf(_id)).toMatchObject([{ _id: waiting, state: 'sent', attempts: 2 }])
  })

  test('is not sent a second time during an attempt', async () => {
    const { _id } = await server.aWebhook(receiver.url)
    const release = Promise.withResolvers<void>()
    receiver.answer = async (response) => {
      await release.promise
      response.writeHead(200).end()
    }
    await server.aClient()
    server.outbox.wake()
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(await again(await newest(_id))).toMatchObject({
      status: 409,
      msg: 'An attempt is in progress. Try again in a moment.',
    })
    release.resolve()
    await server.delivered()
    expect(receiver.received).toHaveLength(1)
  })

  test('is not sent to a webhook that is inactive, deleted or unknown', async () => {
    const { _id, sent } = await server.aWebhook(receiver.url)
    await server.aClient()
    await server.delivered()
    const deliveryId = await newest(_id)
    await server.admin.call(calls.webhooks.update, { ...sent, status: 'INACTIVE', webhookId: _id })
    expect(await again(deliveryId)).toMatchObject({ status: 409, msg: expect.stringContaining('inactive') })
    await server.admin.call(calls.webhooks.remove, { webhookId: _id })
    expect(await again(deliveryId)).toMatchObject({ status: 404 })
    expect(await again(UNKNOWN_ID)).toMatchObject({ status: 404 })
    expect((await server.admin.call(calls.readDelivery, { deliveryId: UNKNOWN_ID })).status).toBe(404)
    await server.delivered()
    expect(receiver.received).toHaveLength(1)
  })

  test('is listed page by page, among all or among failed ones', async () => {
    const { _id } = await server.aWebhook(receiver.url)
    await server.db.execute(sql`
      insert into webhook_deliveries (id, webhook_id, event_id, event, body, state)
      select ('019b0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${_id}, gen_random_uuid(), 'client.created', '{}',
        case when n % 10 = 0 then 'failed' else 'sent' end
      from generate_series(1, 60) n`)
    const list = async (query: object) =>
      (await server.admin.call(calls.listDeliveries, { webhookId: _id, ...query })).data
    const numbers = (rows: { _id: string }[]) => rows.map((row) => Number(row._id.slice(-12)))
    const first = await list({})
    expect([numbers(first.rows).at(0), first.rows.length, first.hasMore]).toEqual([60, 25, true])
    const last = await list({ before: '019b0000-0000-7000-8000-000000000011' })
    expect([numbers(last.rows), last.hasMore]).toEqual([[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], false])
    expect(numbers((await list({ state: 'failed' })).rows)).toEqual([60, 50, 40, 30, 20, 10])
    expect((await list({ webhookId: UNKNOWN_ID })).rows).toEqual([])
  })
})

describe('a test event', () => {
  const send = async (webhookId: string) => server.admin.call(calls.sendTestEvent, { webhookId })

  test('reaches an inactive webhook too, signed like all others', async () => {
    const { _id, name, secret } = await server.aWebhook(receiver.url, { status: 'INACTIVE' })
    const { data, msg } = await send(_id)
    expect(msg).toBe('Test event sent')
    await server.delivered()
    const [got] = receiver.received
    expect(JSON.parse(got?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { id: got?.headers['webhook-id'], actor: { id: server.adminId }, subject: { id: _id, name } },
    })
    expect(got && isAuthentic(secret, got)).toBe(true)
    expect(await server.readDelivery(data.deliveryId)).toMatchObject({
      state: 'sent',
      event: 'webhook.test',
      body: got?.body,
      headers: { 'webhook-id': got?.headers['webhook-id'], 'content-type': got?.headers['content-type'] },
      tries: [{ number: 1, isSuccess: true, answer: 'HTTP 204' }],
    })
    expect((await auditOf(server, _id)).at(-1)?.event).toBe('webhooks.test-sent')
  })

  test('has one attempt, and shows its result', async () => {
    const { _id } = await server.aWebhook(receiver.url)
    receiver.answer = (response) => response.writeHead(404).end('<h1>no such hook</h1>')
    const { data } = await send(_id)
    await server.delivered()
    expect(await server.readDelivery(data.deliveryId)).toMatchObject({
      state: 'failed',
      tries: [{ answer: 'HTTP 404: <h1>no such hook</h1>' }],
    })
    await server.makeDue()
    await server.delivered()
    expect(receiver.received).toHaveLength(1)
  })

  test('is not sent without a secret, or for an unknown webhook', async () => {
    const { sent } = await server.aWebhook(receiver.url)
    const { data: bare } = await server.admin.call(calls.webhooks.create, { ...sent, name: 'Bare' })
    const { data } = await send(bare._id)
    await server.delivered()
    expect(await server.readDelivery(data.deliveryId)).toMatchObject({
      state: 'failed',
      tries: [{ answer: 'there is no secret to sign with' }],
    })
    expect(await send(UNKNOWN_ID)).toMatchObject({ status: 404 })
    expect(receiver.received).toEqual([])
  })
})
