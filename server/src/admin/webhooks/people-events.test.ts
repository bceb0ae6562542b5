import * as calls from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { someoneWith } from '../../../test/console.ts'
import { useReceiver } from '../../../test/webhook-receiver.ts'
import { useWebhookServer } from '../../../test/webhooks.ts'
import { newId } from '../../crypto/ids.ts'

const server = useWebhookServer()
const receiver = useReceiver()

const REFUSED = { status: 403, msg: expect.stringContaining('users:read') }
const aForm = (changes: Sent = {}): Sent => ({
  ...{ name: 'Ledger', url: `${receiver.url}/hooks`, events: ['client.updated'], status: 'ACTIVE' },
  ...changes,
})
const create = async (changes: Sent = {}) => (await server.admin.call(calls.webhooks.create, aForm(changes))).data
/** Somebody who changes webhooks, perhaps with more permissions. */
async function aWriter(...more: Permission[]) {
  const { visitor } = await someoneWith(server, ['webhooks:read', 'webhooks:write', ...more])
  return {
    visitor,
    create: (events: string[]) => visitor.call(calls.webhooks.create, aForm({ events })),
    change: (webhookId: string, changes: Sent) =>
      visitor.call(calls.webhooks.update, { ...aForm(changes), webhookId } as never),
  }
}

test('what a delivery says about people is shown only to those who may see users', async () => {
  const { _id: webhookId } = await create({ events: ['user.created'] })
  const { email } = await aPerson(server)
  const created = JSON.stringify({ type: 'user.created', data: { subject: { email } } })
  const deliveryId = newId()
  await server.db.execute(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event, body)
    values (${deliveryId}, ${webhookId}, ${newId()}, 'user.created', ${created})`)
  await server.db.execute(sql`
    insert into delivery_attempts (outbox_id, number, at, is_success, gateway, answer, took_ms)
    values (${deliveryId}, 1, now(), false, 'Ledger', ${`400 ${created}`}, 5)`)
  const read = async (permissions: Permission[]) =>
    (await (await someoneWith(server, permissions)).visitor.call(calls.readDelivery, { deliveryId })).data
  const hidden = await read(['webhooks:read', 'webhooks:write'])
  expect(hidden).toMatchObject({
    event: 'user.created',
    body: null,
    tries: [{ number: 1, isSuccess: false, answer: '' }],
  })
  expect(JSON.stringify(hidden)).not.toContain(email)
  expect(await read(['webhooks:read', 'users:read'])).toMatchObject({
    body: created,
    tries: [{ answer: `400 ${created}` }],
  })
})

test('events about people are chosen, and sent elsewhere, only by those who may read people', async () => {
  const writer = await aWriter()
  const people = ['user.created', 'session.started', 'message.failed']
  for (const event of people) expect(await writer.create(['client.updated', event])).toMatchObject(REFUSED)
  const { data: own } = await writer.create(['client.updated'])
  expect(await writer.change(own._id, { events: people })).toMatchObject(REFUSED)
  // Of a webhook that somebody else has made, everything but that.
  const theirs = await create({ events: ['user.created', 'client.updated'] })
  const same = { events: theirs.events }
  expect(await writer.change(theirs._id, { ...same, url: `${receiver.url}/other` })).toMatchObject(REFUSED)
  expect(await writer.change(theirs._id, { ...same, name: 'Ledger too', status: 'INACTIVE' })).toMatchObject({
    status: 200,
  })
  const reader = await aWriter('users:read')
  expect(await reader.create(people)).toMatchObject({ status: 200 })
})

test('what waits or was sent about people is not sent elsewhere by those who may not read people', async () => {
  const webhook = await server.aWebhook(`${receiver.url}/theirs`, { events: ['user.updated', 'client.created'] })
  const { email } = await aPerson(server)
  const body = JSON.stringify({ type: 'user.updated', data: { subject: { email } } })
  await server.db.execute(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event, body, state, settled_at)
    values (${newId()}, ${webhook._id}, ${newId()}, 'user.updated', ${body}, 'sent', now())`)
  const writer = await aWriter()
  const [sent] = await server.deliveriesOf(webhook._id)
  // First the events are taken away, and then the address is changed.
  const rest = { name: webhook.name, events: ['client.created'] }
  expect(await writer.change(webhook._id, { ...rest, url: `${receiver.url}/theirs` })).toMatchObject({ status: 200 })
  expect(await writer.change(webhook._id, { ...rest, url: `${receiver.url}/mine` })).toMatchObject(REFUSED)
  await writer.visitor.call(calls.redeliver, { deliveryId: sent?._id ?? '' })
  await server.delivered()
  expect(receiver.received.filter(({ path }) => path === '/mine')).toEqual([])
  const reader = await aWriter('users:read')
  expect(await reader.change(webhook._id, { ...rest, url: `${receiver.url}/mine` })).toMatchObject({ status: 200 })
  // Of one that has never had such an event, the address may be changed.
  const other = await server.aWebhook(`${receiver.url}/theirs`)
  await server.aClient()
  await server.delivered()
  expect(await writer.change(other._id, { ...rest, url: `${receiver.url}/mine` })).toMatchObject({ status: 200 })
})

test('a webhook about people is switched on again, or restored, only by those who may read people', async () => {
  const off = await create({ events: ['user.created'], status: 'INACTIVE' })
  const deleted = await create({ events: ['user.created'] })
  await server.admin.call(calls.webhooks.remove, { webhookId: deleted._id })
  const writer = await aWriter()
  expect(await writer.change(off._id, { events: off.events })).toMatchObject(REFUSED)
  expect(await writer.visitor.call(calls.webhooks.restore, { id: deleted._id })).toMatchObject(REFUSED)
  expect(await server.webhook(off._id)).toMatchObject({ status: 'INACTIVE' })
  expect(await server.webhook(deleted._id)).toBeUndefined()
  const reader = await aWriter('users:read')
  expect(await reader.change(off._id, { events: off.events })).toMatchObject({ status: 200 })
  expect(await reader.visitor.call(calls.webhooks.restore, { id: deleted._id })).toMatchObject({ status: 200 })
  // Others are nobody's business.
  const about = await create({ status: 'INACTIVE' })
  expect(await writer.change(about._id, {})).toMatchObject({ status: 200 })
})
