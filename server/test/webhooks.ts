import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import * as calls from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { beforeEach, expect } from 'vitest'
import type { Config } from '../src/config.ts'
import type { Sent } from './conformance-calls.ts'
import { anAdministrator } from './console.ts'
import { startTestServer, useServer } from './server.ts'
import { truncate } from './truncate.ts'

/** One such server for all tests of a file, emptied before each of them. */
export function useWebhookServer() {
  const server = useServer(() => startWebhookServer())
  beforeEach(() => server.clear())
  return server
}

/** A whole server that may call this machine, and an administrator's actions on webhooks. */
async function startWebhookServer(config: Partial<Config> = {}) {
  const server = await startTestServer({ config: { outboundAllow: ['127.0.0.1'], ...config } })
  const { visitor: admin, person } = await anAdministrator(server)
  let made = 0
  const rotate = async (webhookId: string, keeps?: calls.KeptSecret) =>
    (await admin.call(calls.rotateWebhookSecret, { webhookId, ...(keeps && { keeps }) })).data.secret
  /** Waits until everything that is due has been tried, and no attempt is under way. */
  const delivered = async () => {
    const due = async () => {
      server.outbox.wake()
      const { rows } = await server.db.execute(sql`
        select 1 from outbox o where kind = 'webhook' and state = 'ready' and (run_at <= now()
          or attempts > coalesce((select max(number) from delivery_attempts where outbox_id = o.id), 0))`)
      return rows.length
    }
    await expect.poll(due, { timeout: 20_000, interval: 10 }).toBe(0)
  }
  return {
    ...server,
    admin,
    adminId: person.id,
    rotate,
    /** A webhook with a secret. */
    aWebhook: async (url: string, changes: Sent = {}) => {
      const sent = { name: `Ledger ${++made}`, url, events: ['client.created'], status: 'ACTIVE', ...changes }
      const { data } = await admin.call(calls.webhooks.create, sent)
      return { ...data, sent, secret: await rotate(data._id) }
    },
    /** Causes an event. */
    aClient: async (name = `Client ${++made}`) => {
      const sent = { actualName: name, displayName: name, status: 'ACTIVE' }
      return (await admin.call(clients.create, sent)).data
    },
    deliveriesOf: async (webhookId: string) => (await admin.call(calls.listDeliveries, { webhookId })).data.rows,
    readDelivery: async (deliveryId: string) => (await admin.call(calls.readDelivery, { deliveryId })).data,
    webhook: async (webhookId: string) => {
      const { data } = await admin.call(calls.webhooks.list)
      return Array.isArray(data) ? data.find(({ _id }) => _id === webhookId) : undefined
    },
    clear: async () => {
      await delivered()
      await truncate(server.db, sql`webhooks, webhook_deliveries, outbox, delivery_attempts`)
    },
    makeDue: () => server.db.execute(sql`update outbox set run_at = now() where state = 'ready'`),
    delivered,
  }
}
