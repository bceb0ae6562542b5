import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../webhook-events.ts'
import { resource } from '../engine/resource.ts'

const NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]

/** Webhooks: addresses that receive events (Standard Webhooks 1.0). */
export const webhooks = resource({
  name: 'webhooks',
  title: 'Webhook',
  messages: { created: 'Webhook Created', updated: 'Webhook Updated', removed: 'Webhook Deleted' },
  idKey: 'webhookId',
  read: 'webhooks:read',
  write: 'webhooks:write',
  touches: {},
  isSensitive: true,
  fields: ['name', 'url', 'events', 'status'],
  filters: {
    /** Only those that were switched off after failed deliveries. */
    isSwitchedOff: z.optional(flag()),
  },
  row: {
    name: field.text(),
    url: field.text(),
    events: z.array(z.string()),
    status: field.text(),
    /** False for a new webhook and after its host changes. `rotateWebhookSecret` creates a secret. */
    hasSecret: z.boolean(),
    /** Until then, the former secret also signs. */
    previousSecretUntil: field.nullableText(),
    /** When it was switched off after failed deliveries. `null` after an administrator has changed it. */
    switchedOffAt: field.nullableText(),
  },
  form: {
    name: recordName('Name is required'),
    url: field.requiredWebAddress('URL is required'),
    events: z
      .array(z.enum(NAMES, 'There is no such event.'), 'Choose at least one event')
      .check(z.minLength(1, 'Choose at least one event'), z.maxLength(NAMES.length, 'Too Long!')),
    status: field.status(),
  },
  paths: {
    list: '/api/admin/webhooks/list',
    create: '/api/admin/webhooks/create',
    update: '/api/admin/webhooks/update',
    remove: '/api/admin/webhooks/delete',
  },
})

const ofWebhook = z.object({ webhookId: field.id() })
const ofDelivery = z.object({ deliveryId: field.id() })

export const KEPT_SECRETS = ['former', 'current'] as const
export type KeptSecret = (typeof KEPT_SECRETS)[number]

/** How long the former secret also signs. */
export const ROTATION_HOURS = 24

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/rotateSecret',
  isSensitive: true,
  access: 'webhooks:write',
  touches: [],
  summary:
    'Creates the secret of a webhook and shows it once. A former secret also signs for 24 more hours. While two sign already, it is refused until `keeps` says which of them goes on.',
  message: 'Secret Renewed',
  request: z.object({
    ...ofWebhook.shape,
    /** The version that the caller has seen. With another one meanwhile it is refused (changed_meanwhile). */
    version: z.optional(z.int().check(z.gte(1))),
    /** Which of two secrets that sign now goes on beside the new one; the other one ends at once. */
    keeps: z.optional(z.enum(KEPT_SECRETS)),
  }),
  response: z.object({ secret: z.string() }),
})

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/test',
  access: 'webhooks:write',
  touches: [],
  summary: 'Sends the event webhook.test once, even if the webhook is inactive.',
  message: 'Test event sent',
  request: ofWebhook,
  response: z.object({ deliveryId: z.string() }),
})

export const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const delivery = z.object({
  _id: z.string(),
  /** The same for every delivery of one event. */
  eventId: z.string(),
  event: z.string(),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.string(),
  attempts: z.number(),
  /** Only while it waits. */
  nextAt: field.nullableText(),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/deliveries',
  access: 'webhooks:read',
  summary: 'The deliveries of a webhook, newest first. `before` is the last id of the previous page.',
  request: z.object({
    ...ofWebhook.shape,
    state: z.optional(z.enum(DELIVERY_STATES)),
    before: z.optional(field.id()),
  }),
  response: z.object({ rows: z.array(delivery), hasMore: z.boolean() }),
})

export const readDelivery = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/delivery',
  access: 'webhooks:read',
  summary: 'One delivery of a webhook: the request, and the response of each attempt.',
  request: ofDelivery,
  response: z.object({
    ...delivery.shape,
    /** The signed body, byte for byte. `null` without `users:read`, as it names people. */
    body: z.nullable(z.string()),
    /** The headers that are the same at every attempt. */
    headers: z.record(z.string(), z.string()),
    tries: z.array(
      z.object({
        number: z.number(),
        at: z.string(),
        isSuccess: z.boolean(),
        answer: z.string(),
        tookMs: z.number(),
      }),
    ),
  }),
})

export const redeliver = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/redeliver',
  access: 'webhooks:write',
  touches: [],
  summary: 'Delivers an event again, with the same id. A waiting delivery is attempted immediately.',
  message: 'Sent again',
  request: ofDelivery,
  response: z.object({ deliveryId: z.string() }),
})
