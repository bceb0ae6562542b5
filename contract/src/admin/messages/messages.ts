import * as z from 'zod/mini'
import { download, endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { NOTICE_NAMES } from '../../notices.ts'
import { integer, onlyFilters } from '../../paging.ts'

export const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const
export const MESSAGE_CHANNELS = ['email', 'sms'] as const

/** How far back pages reach; beyond, a filter narrows the list. */
export const MESSAGES_PAGE_MAX = 1000
/** So many failed ones are sent again at once. */
export const RESEND_MAX = 1000
/** Nobody waits for the exact number of more than these. */
export const MESSAGES_COUNTED_MAX = 10_000

/** Why a message is not sent again. */
export const NOT_RESENT = {
  code: 'Codes are not sent twice. The person can request a new one.',
  link: 'Links are not sent twice. Send a new invitation, or the person can request a new link.',
  gone: 'The text of this message is no longer stored.',
  busy: 'It is being sent now.',
} as const

const RESENDS = ['again', 'anew', 'now'] as const
export type Resend = (typeof RESENDS)[number]

const filters = {
  state: z.optional(z.enum(MESSAGE_STATES)),
  channel: z.optional(z.enum(MESSAGE_CHANNELS)),
  notice: z.optional(z.enum(NOTICE_NAMES)),
  applicationId: z.optional(field.id()),
  userId: z.optional(field.id()),
  /** A part of the address or number, or of the reason. */
  search: field.optionalText(254),
  /** The name of the gateway that was tried last. */
  gateway: field.optionalText(253),
  /** When it was written: from the first moment on, before the second. */
  from: z.optional(z.iso.datetime({ offset: true, error: 'Choose a date' })),
  to: z.optional(z.iso.datetime({ offset: true, error: 'Choose a date' })),
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
  /** Tries so far. */
  attempts: z.number(),
  /** The one that was tried last, as it was called then. */
  gateway: z.string(),
  /** Why the last try failed; of one that is sent, what may keep it from arriving. */
  reason: z.string(),
  /** What sending it again means: trying the same one once more, writing it anew, or not waiting any longer. */
  resend: z.nullable(z.enum(RESENDS)),
}
const message = z.object(row)
export type Message = z.output<typeof message>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'messages:read',
  summary: 'Every message to a person, newest first, one page at a time.',
  request: z.object({
    ...filters,
    page: z.optional(integer(0, MESSAGES_PAGE_MAX)),
    pageSize: z.optional(integer(1, 100)),
  }),
  response: z.object({ rows: z.array(message), total: z.number(), isEstimate: z.boolean() }),
})

/** So many messages stand in one file, the newest. */
export const MESSAGES_FILE_MAX = 100_000

/** The same as a file: streamed, no envelope around it. What the messages say is not in it. */
export const messagesFile = download({
  path: '/api/admin/messages.csv',
  access: 'messages:read',
  name: 'messages.csv',
  request: z.object(filters),
})

export const listMessageGateways = endpoint({
  method: 'GET',
  path: '/api/admin/messages/gatewayNames',
  access: 'messages:read',
  summary: 'The names of the gateways that messages were tried with last, those that are gone by now included.',
  request: z.object({}),
  response: z.array(z.string()),
})

const attempt = z.object({
  number: z.number(),
  at: z.string(),
  gateway: z.string(),
  isSuccess: z.boolean(),
  /** What the other side said, cut short; or why there was no answer. */
  answer: z.string(),
  tookMs: z.number(),
})

export const readMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/one',
  access: 'messages:read',
  summary: 'One message: its text with codes and links blanked, and every attempt to send it.',
  request: z.object({ id: field.id() }),
  response: z.object({
    ...row,
    settledAt: z.nullable(z.string()),
    /** Of one that waits. */
    nextTryAt: z.nullable(z.string()),
    /** After this it is not sent any more. */
    usefulUntil: z.nullable(z.string()),
    /** The template it was sent with, as it was called then; empty before the first try. */
    template: z.string(),
    subject: z.string(),
    body: z.string(),
    tries: z.array(attempt),
    /** Why it is not sent again, in words; empty when it can be. */
    refusal: z.string(),
  }),
})

export const resendMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/resend',
  access: 'messages:write',
  touches: [],
  summary: 'Sends a message again: a failed one is tried now, a sent one goes out anew, one that waits is tried now.',
  message: 'Queued for sending',
  /** As its row says: what somebody has seen to fail does not go out twice because it has been sent since. */
  request: z.object({ id: field.id(), resend: z.enum(RESENDS, 'Choose what to do') }),
  /** Another id when it went out anew. */
  response: z.object({ _id: z.string() }),
})

export const resendFailed = endpoint({
  method: 'POST',
  path: '/api/admin/messages/resendFailed',
  access: 'messages:write',
  touches: [],
  summary: 'Tries failed messages again: those with these ids, or the newest 1,000 that the filters leave.',
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
  summary: 'How many messages wait and how many have failed in the last 24 hours, counted up to 10,000.',
  request: z.object({}),
  response: z.object({
    waiting: z.number(),
    failed: z.number(),
    oldestWaitingAt: z.nullable(z.string()),
    /** Calls to other systems that were given up in the last 24 hours. */
    failedCalls: z.number(),
    /** What keeps failing right now, and since when: gateways, applications, webhooks and the partner portal. */
    alarms: z.array(
      z.object({ kind: z.enum(['email', 'sms', 'logout', 'webhook', 'partner']), name: z.string(), since: z.string() }),
    ),
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
  /** Messages that wait for it, counted up to 10,000. */
  waiting: z.number(),
  /** In a row. */
  failures: z.number(),
  pausedUntil: z.nullable(z.string()),
  /** Its secrets cannot be read: nothing goes through it until they are entered again. */
  isUnreadable: z.boolean(),
  /** In the last hour, looked for among the newest 10,000 of all. */
  sent: z.number(),
})
export type GatewayHealth = z.output<typeof gatewayHealth>

export const listGatewayHealth = endpoint({
  method: 'GET',
  path: '/api/admin/messages/gateways',
  access: 'messages:read',
  summary: 'How the email and SMS gateways are doing.',
  request: z.object({}),
  response: z.array(gatewayHealth),
})
