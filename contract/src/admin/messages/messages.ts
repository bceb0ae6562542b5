import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { download, endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { NOTICE_NAMES } from '../../notices.ts'
import { onlyFilters, pageAsked, pageOf } from '../../paging.ts'

export const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const
export const MESSAGE_CHANNELS = ['email', 'sms'] as const

/** The most failed messages that one call retries. */
export const RESEND_MAX = 1000
/** Beyond this number, totals are estimated. */
export const MESSAGES_COUNTED_MAX = 10_000

/** Why a message cannot be sent again. */
export const NOT_RESENT = {
  code: 'Codes are not sent twice. The person can request a new one.',
  link: 'Links are not sent twice. Send a new invitation, or the person can request a new link.',
  gone: 'The text of this message is no longer stored.',
  busy: 'It is being sent now.',
} as const

/** `again`: the failed message itself. `anew`: a copy of a message that was sent. `now`: without waiting for its next attempt. */
const RESENDS = ['again', 'anew', 'now'] as const
export type Resend = (typeof RESENDS)[number]

const filters = {
  state: z.optional(z.enum(MESSAGE_STATES)),
  channel: z.optional(z.enum(MESSAGE_CHANNELS)),
  notice: z.optional(z.enum(NOTICE_NAMES)),
  applicationId: z.optional(field.id()),
  userId: z.optional(field.id()),
  /** A part of the address or number, or of the reason. */
  search: field.search(254),
  /** The name of the last gateway that was tried. */
  gateway: field.optionalText(253),
  /** Created at or after `from`, and before `to`. */
  from: z.optional(dayField.moment()),
  to: z.optional(dayField.moment()),
}

export const namedRecord = z.nullable(z.object({ _id: z.string(), name: z.string() }))

const row = {
  _id: z.string(),
  createdAt: z.string(),
  channel: z.enum(MESSAGE_CHANNELS),
  notice: z.string(),
  language: z.string(),
  person: namedRecord,
  recipient: z.string(),
  application: namedRecord,
  client: namedRecord,
  state: z.enum(MESSAGE_STATES),
  /** Attempts so far. */
  attempts: z.number(),
  /** The last gateway that was tried, by its name at that time. */
  gateway: z.string(),
  /** Why the last attempt failed. For a sent message: what may prevent its delivery. */
  reason: z.string(),
  /** How it can be sent again: retry the same message, create a new one, or stop waiting. */
  resend: z.nullable(z.enum(RESENDS)),
}
const message = z.object(row)
export type Message = z.output<typeof message>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'messages:read',
  summary: 'Every message to a person, newest first, one page at a time.',
  request: z.object({ ...filters, ...pageAsked }),
  response: pageOf(message),
})

/** The most messages in one file. The newest are included. */
export const MESSAGES_FILE_MAX = 100_000

/** The list as a file, streamed without an envelope. It does not contain the texts of the messages. */
export const messagesFile = download({
  path: '/api/admin/messages.csv',
  isSensitive: true,
  access: 'messages:read',
  name: 'messages.csv',
  request: z.object(filters),
})

export const listMessageGateways = endpoint({
  method: 'GET',
  path: '/api/admin/messages/gatewayNames',
  access: 'messages:read',
  summary: 'The names of the gateways that messages were last tried with, including deleted ones.',
  request: z.object({}),
  response: z.array(z.string()),
})

/** One attempt to send a message or to make a call. */
export const attempt = z.object({
  number: z.number(),
  at: z.string(),
  gateway: z.string(),
  isSuccess: z.boolean(),
  /** The shortened response of the gateway, or why there was none. */
  answer: z.string(),
  tookMs: z.number(),
})

export const readMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/one',
  access: 'messages:read',
  summary: 'One message: its text with codes and links redacted, and every attempt to send it.',
  request: z.object({ id: field.id() }),
  response: z.object({
    ...row,
    settledAt: z.nullable(z.string()),
    /** Only while it waits. */
    nextTryAt: z.nullable(z.string()),
    /** After this time it is no longer sent. */
    usefulUntil: z.nullable(z.string()),
    /** The template that was used, by its name at that time. Empty before the first attempt. */
    template: z.string(),
    subject: z.string(),
    body: z.string(),
    tries: z.array(attempt),
    /** Why it cannot be sent again, as a sentence. Empty if it can. */
    refusal: z.string(),
  }),
})

export const resendMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/resend',
  access: 'messages:write',
  touches: [],
  summary: 'Sends a message again: a failed or waiting one is retried now, a sent one is sent as a new message.',
  message: 'Queued for sending',
  /** `resend` as shown in the row, so that a failed message that was sent in the meantime is not sent twice. */
  request: z.object({ id: field.id(), resend: z.enum(RESENDS, 'Choose what to do') }),
  /** A new id if a new message was created. */
  response: z.object({ _id: z.string() }),
})

export const resendFailed = endpoint({
  method: 'POST',
  path: '/api/admin/messages/resendFailed',
  access: 'messages:write',
  touches: [],
  summary: 'Retries failed messages: those with these ids, or the newest 1,000 that match the filters.',
  message: 'Queued for sending',
  request: z.object({
    ids: z.optional(z.array(field.id()).check(z.minLength(1), z.maxLength(RESEND_MAX))),
    filter: z.optional(onlyFilters(filters)),
  }),
  response: z.object({ resent: z.number() }),
})

export const messagesOverview = endpoint({
  method: 'GET',
  path: '/api/admin/messages/overview',
  access: 'messages:read',
  summary: 'The numbers of waiting messages and of failures in the last 24 hours, counted up to 10,000.',
  request: z.object({}),
  response: z.object({
    waiting: z.number(),
    failed: z.number(),
    oldestWaitingAt: z.nullable(z.string()),
    /** Calls to other systems that failed in the last 24 hours. */
    failedCalls: z.number(),
    /** Gateways, applications, webhooks and the partner portal that are failing, and since when. */
    alarms: z.array(
      z.object({ kind: z.enum(['email', 'sms', 'logout', 'webhook', 'partner']), name: z.string(), since: z.string() }),
    ),
    /** All mail servers for general messages keep failing, so that nobody gets a message about it. */
    isNobodyNotified: z.boolean(),
  }),
})

const gatewayHealth = z.object({
  /** `null`: the deployment's own mail server. */
  _id: z.nullable(z.string()),
  channel: z.enum(MESSAGE_CHANNELS),
  name: z.string(),
  application: namedRecord,
  client: namedRecord,
  isActive: z.boolean(),
  /** Messages waiting for it, counted up to 10,000. */
  waiting: z.number(),
  /** Consecutive failures. */
  failures: z.number(),
  pausedUntil: z.nullable(z.string()),
  /** Its secrets cannot be decrypted. It is not used until they are entered again. */
  isUnreadable: z.boolean(),
  /** Sent in the last hour, counted among the newest 10,000 messages of all gateways. */
  sent: z.number(),
})
export type GatewayHealth = z.output<typeof gatewayHealth>

export const listGatewayHealth = endpoint({
  method: 'GET',
  path: '/api/admin/messages/gateways',
  access: 'messages:read',
  summary: 'The state of the email and SMS gateways.',
  request: z.object({}),
  response: z.array(gatewayHealth),
})
