import * as calls from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { TEST_EVENT } from '@gatehouse/contract/webhook-events.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { enqueueAgain, enqueueTest, findDelivery, listDeliveriesOf } from '../../webhooks/deliveries.ts'
import { rotateSecret } from '../../webhooks/secrets.ts'
import { auditBy } from '../engine/changes.ts'
import { byOf } from '../engine/resource.ts'
import { readsPeople } from '../engine/store.ts'

/** The secrets of webhooks, and their deliveries, which can be sent again. */
export function serveWebhookDeliveries(app: FastifyInstance, { db, keys, outbox }: Deps) {
  route(app, calls.rotateWebhookSecret, async ({ input: { webhookId, ...wish }, actor, request }) =>
    db.transaction(async (tx) => {
      const { name, secret } = await rotateSecret(tx, keys.seal, webhookId, { ...wish, by: actor.userId })
      await auditBy(tx, byOf(actor, request), 'webhooks.secret-renewed', webhookId, { name })
      return { secret }
    }),
  )

  route(app, calls.sendTestEvent, async ({ input: { webhookId }, actor, request }) => {
    const { deliveryId } = await db.transaction(async (tx) => {
      const sent = await enqueueTest(tx, webhookId, actor.userId)
      await auditBy(tx, byOf(actor, request), 'webhooks.test-sent', webhookId, { name: sent.name })
      return sent
    })
    outbox.wake()
    return { deliveryId }
  })

  route(app, calls.listDeliveries, async ({ input }) => listDeliveriesOf(db, input))
  route(app, calls.readDelivery, async ({ input: { deliveryId }, actor }) => {
    const { body, tries, ...delivery } = await findDelivery(db, deliveryId)
    if (readsPeople(actor) || delivery.event === TEST_EVENT) return { ...delivery, body, tries }
    // A receiver may repeat in its answer what it has got.
    return { ...delivery, body: null, tries: tries.map((one) => ({ ...one, answer: '' })) }
  })

  route(app, calls.redeliver, async ({ input, actor, request }) => {
    const { deliveryId } = await db.transaction(async (tx) => {
      const { webhookId, name, event, ...sent } = await enqueueAgain(tx, input.deliveryId)
      await auditBy(tx, byOf(actor, request), 'webhooks.sent-again', webhookId, { name, event })
      return sent
    })
    outbox.wake()
    return { deliveryId }
  })
}
