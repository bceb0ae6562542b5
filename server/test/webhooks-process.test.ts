import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { listDeliveries, rotateWebhookSecret, webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, query, signInAt, start } from './processes.ts'
import { aReceiver, isAuthentic } from './webhook-receiver.ts'

afterEach(cleanUp)

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'Kestrel#Orbit42*Lamp' }
const COUNT = 20

test('a kill -9 between an event and its delivery loses nothing, and no log contains a secret', async () => {
  const DATA_DIR = aPreparedDataDir()
  const port = await freePort()
  const env = { DATA_DIR, OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'trace' }
  const first = await start({ ...env, ...ADMIN })
  const authorization = `Bearer ${await signInAt(first, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)}`
  const url = `http://127.0.0.1:${port}/hooks`
  const form = { name: 'Ledger', url, events: ['client.created'], status: 'ACTIVE' }
  const { data: hook } = await first.call(webhooks.create, form, { authorization })
  const rotated = await first.call(rotateWebhookSecret, { webhookId: hook._id }, { authorization })
  const { secret } = rotated.data
  // No receiver is listening yet.
  const made = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const client = { actualName: `Client ${index}`, displayName: `Client ${index}`, status: 'ACTIVE' }
      return (await first.call(clients.create, client, { authorization })).data._id
    }),
  )
  first.kill('SIGKILL')
  await first.exit

  const receiver = await aReceiver(port)
  await query(DATA_DIR, "update outbox set run_at = now() where state = 'ready'")
  const second = await start(env)
  await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBe(COUNT)
  const notified = receiver.received.map(({ body }) => JSON.parse(body).data.subject.id)
  expect(notified.toSorted()).toEqual(made.toSorted())
  expect(receiver.received.every((got) => isAuthentic(secret, got))).toBe(true)
  const states = async () => {
    const { data } = await second.call(listDeliveries, { webhookId: hook._id }, { authorization })
    return new Set(data.rows.map(({ state }) => state))
  }
  await expect.poll(states).toEqual(new Set(['sent']))

  const written = [first, second].map((server) => server.out() + server.err()).join('')
  expect(written.length).toBeGreaterThan(1000)
  expect(written).not.toContain(secret.slice('whsec_'.length, -1))
  for (const { headers } of receiver.received)
    expect(written).not.toContain(String(headers['webhook-signature']).slice('v1,'.length))
  await receiver.close()
})
