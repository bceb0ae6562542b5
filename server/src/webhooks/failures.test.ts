import type { ServerResponse } from 'node:http'
import * as calls from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../test/console.ts'
import { aReceiver, isAuthentic, useReceiver } from '../../test/webhook-receiver.ts'
import { useWebhookServer } from '../../test/webhooks.ts'
import { makeDeps } from '../make-deps.ts'

const server = useWebhookServer()
const receiver = useReceiver()

const answerWith =
  (status: number, text = '') =>
  (response: ServerResponse) =>
    response.writeHead(status).end(text)
const newest = async (webhookId: string) =>
  server.readDelivery((await server.deliveriesOf(webhookId))[0]?._id ?? 'none')
const waits = async () => {
  const { rows } = await server.db.execute<{ seconds: number }>(sql`
    select (5 * ceil(extract(epoch from run_at - now()) / 5))::int as seconds from outbox where state = 'ready'`)
  return rows.map(({ seconds }) => seconds)
}

describe('a webhook receiver', () => {
  test('that refuses is called again after growing waits, then no more; each attempt is stored with its answer', async () => {
    const { _id, secret } = await server.aWebhook(receiver.url)
    receiver.answer = answerWith(500, `not now ${secret} ${'x'.repeat(600)}`)
    await server.aClient()
    for (const seconds of [5, 30, 120, 600, 3600, 21_600, 86_400]) {
      await server.delivered()
      expect(await waits()).toEqual([seconds])
      expect(await newest(_id)).toMatchObject({ state: 'waiting', nextAt: expect.any(String) })
      await server.makeDue()
    }
    await server.delivered()
    const { tries, ...delivery } = await newest(_id)
    expect(delivery).toMatchObject({ state: 'failed', attempts: 8, nextAt: null })
    expect(tries.map(({ number, isSuccess }) => [number, isSuccess])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [number, false]),
    )
    for (const { answer } of tries) {
      expect(answer).toMatch(/^HTTP 500: not now •••••• x+$/)
      expect(answer.length).toBe(500)
    }
    const heard = receiver.received
    expect(new Set(heard.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    expect(heard.map((got) => isAuthentic(secret, got))).toEqual(Array(8).fill(true))
    await server.makeDue()
    await server.delivered()
    expect(heard).toHaveLength(8)
  })

  test.each([301, 302, 307, 308])('that redirects with %i is not followed', async (status) => {
    const other = await aReceiver()
    receiver.answer = (response) => response.writeHead(status, { location: `${other.url}/stolen` }).end()
    const { _id } = await server.aWebhook(receiver.url)
    await server.aClient()
    await server.delivered()
    expect([receiver.received.length, other.received.length]).toEqual([1, 0])
    expect(await newest(_id)).toMatchObject({ state: 'waiting', tries: [{ answer: `HTTP ${status}` }] })
    await other.close()
  })

  test('that cannot be reached is logged with the reason', async () => {
    const { _id } = await server.aWebhook(receiver.url)
    await receiver.close()
    await server.aClient()
    await server.delivered()
    expect(await newest(_id)).toMatchObject({ state: 'waiting', tries: [{ answer: expect.stringMatching(/REFUSED/) }] })
    await aReceiver(Number(new URL(receiver.url).port), receiver)
    await server.makeDue()
    await server.delivered()
    expect(await newest(_id)).toMatchObject({ state: 'sent', attempts: 2, nextAt: null })
    expect(receiver.received).toHaveLength(1)
  })

  test('that answers without end is read for a moment, and does not fill the memory', async () => {
    const part = Buffer.alloc(1024 * 1024, 'y')
    let sent = 0
    receiver.answer = (response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && sent < 1024 && response.write(part)) sent++
      }
      response.on('drain', more)
      more()
    }
    const { _id } = await server.aWebhook(receiver.url)
    await server.aClient()
    await server.delivered()
    expect(await newest(_id)).toMatchObject({ state: 'sent' })
    expect((await newest(_id)).tries[0]?.answer).toHaveLength(500)
    expect(sent).toBeLessThan(64)
  })

  test('that never answers is given five seconds, and does not delay others', async () => {
    const well = await aReceiver()
    receiver.answer = () => undefined
    const stuck = await server.aWebhook(receiver.url)
    const healthy = await server.aWebhook(well.url)
    await server.aClient()
    server.outbox.wake()
    await expect.poll(() => well.received.length).toBe(1)
    await expect.poll(async () => (await newest(healthy._id)).state).toBe('sent')
    await server.delivered()
    const [heard] = (await newest(healthy._id)).tries
    const [tried] = (await newest(stuck._id)).tries
    expect(Date.parse(heard?.at ?? '')).toBeLessThan(Date.parse(tried?.at ?? ''))
    expect(tried).toMatchObject({ isSuccess: false, answer: 'no answer within 5 seconds' })
    expect(tried?.tookMs).toBeLessThan(15_000)
    await well.close()
  })
})

test('an address inside the network is refused at each call, even if it was allowed when it was saved', async () => {
  const { _id } = await server.aWebhook(receiver.url)
  for (const url of [
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://localhost/',
    'https://2130706434/',
    'http://127.1/',
  ]) {
    await server.db.execute(sql`update webhooks set url = ${url}`)
    // Written as 127.0.0.1, which is allowed here.
    if (new URL(url).hostname === '127.0.0.1') continue
    await server.aClient()
    await server.delivered()
    expect((await newest(_id)).tries[0]?.answer, url).toContain('is inside the network')
  }
  expect(receiver.received).toEqual([])
})

test('a delivery that one server has begun and not finished is sent by another server', async () => {
  const { _id } = await server.aWebhook(receiver.url)
  await server.db.execute(sql`update webhooks set status = 'ACTIVE'`)
  await server.aClient()
  await server.delivered()
  // The state of a server that dies after the receiver's answer and before storing it.
  await server.db.execute(sql`
    with again as (update webhook_deliveries set state = 'waiting', settled_at = null)
    update outbox set state = 'ready', settled_at = null, attempts = 2, run_at = now() - interval '1 second'
    where kind = 'webhook'`)
  const { outbox } = makeDeps(server.db, server.config, server.keys, server.log, { email: async () => '' })
  outbox.wake()
  await expect.poll(() => receiver.received.length).toBe(2)
  await outbox.stop()
  const [first, repeat] = receiver.received
  expect(repeat?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(repeat?.body).toBe(first?.body)
  expect(await newest(_id)).toMatchObject({ state: 'sent' })
})

describe('a webhook whose deliveries all fail', () => {
  /** Inserts abandoned deliveries, newer than the last successful one. */
  const giveUp = async (webhookId: string, count: number, days = 0) => {
    await server.db.execute(sql`
      insert into webhook_deliveries (id, webhook_id, event_id, event, body, state, created_at, settled_at)
      select gen_random_uuid(), ${webhookId}, gen_random_uuid(), 'client.created', '{}', 'failed',
        clock_timestamp() - make_interval(days => ${days}), clock_timestamp()
      from generate_series(1, ${count}::int)`)
  }
  /** Abandons one more delivery through its last attempt. */
  const oneMore = async () => {
    await server.aClient()
    await server.delivered()
    await server.db.execute(
      sql`update outbox set rounds = 7, run_at = now() where kind = 'webhook' and state = 'ready'`,
    )
    await server.delivered()
  }
  const aDeadOne = async () => {
    receiver.answer = answerWith(410)
    const { _id } = await server.aWebhook(receiver.url, { events: ['client.created'] })
    await server.db.execute(sql`update webhooks set updated_at = now() - interval '9 days'`)
    return _id
  }

  test('is switched off after fifty failures in a row, visibly, until an administrator activates it', async () => {
    const id = await aDeadOne()
    await giveUp(id, 48)
    await oneMore()
    expect(await server.webhook(id)).toMatchObject({ status: 'ACTIVE', switchedOffAt: null })
    await oneMore()
    expect(await server.webhook(id)).toMatchObject({ status: 'INACTIVE', switchedOffAt: expect.any(String) })
    expect((await auditOf(server, id)).at(-1)).toMatchObject({
      event: 'webhooks.switched-off',
      actorId: null,
      detail: { failed: 50, changes: [{ field: 'status', before: 'ACTIVE', after: 'INACTIVE' }] },
    })
    const row = await server.webhook(id)
    const form = { name: row?.name, url: row?.url, events: row?.events, status: 'ACTIVE', webhookId: id }
    expect((await server.admin.call(calls.webhooks.update, form)).data).toMatchObject({
      status: 'ACTIVE',
      switchedOffAt: null,
    })
    await oneMore()
    expect(await server.webhook(id)).toMatchObject({ status: 'ACTIVE' })
  })

  test('is switched off after three days', async () => {
    const id = await aDeadOne()
    await giveUp(id, 1, 2)
    await oneMore()
    expect(await server.webhook(id)).toMatchObject({ status: 'ACTIVE' })
    await giveUp(id, 1, 4)
    await oneMore()
    expect(await server.webhook(id)).toMatchObject({ status: 'INACTIVE' })
  })

  test('stays active if one delivery in between succeeded', async () => {
    const id = await aDeadOne()
    await giveUp(id, 60, 4)
    await server.db.execute(sql`
      insert into webhook_deliveries (id, webhook_id, event_id, event, body, state, settled_at)
      values (gen_random_uuid(), ${id}, gen_random_uuid(), 'client.created', '{}', 'sent', clock_timestamp())`)
    await oneMore()
    expect(await server.webhook(id)).toMatchObject({ status: 'ACTIVE' })
  })

  test('gets no deliveries that were waiting', async () => {
    const id = await aDeadOne()
    await server.aClient()
    await server.delivered()
    await server.db.execute(sql`update webhooks set status = 'INACTIVE'`)
    await server.makeDue()
    await server.delivered()
    expect(receiver.received).toHaveLength(1)
    const { state, tries } = await newest(id)
    expect([state, tries.at(-1)?.answer]).toEqual(['failed', 'the webhook is inactive'])
  })
})
