import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES, NOTICE_NAMES } from '../../notices.ts'
import { namedRecord } from './messages.ts'

/** Why a gateway or a template is used for a message, or is not. */
export const FITS = [
  'chosen',
  'later',
  'paused',
  'unreadable',
  'inactive',
  'application',
  'client',
  'language',
] as const

const candidate = {
  _id: z.nullable(z.string()),
  name: z.string(),
  /** The application and client that it is for; `null`: all. */
  application: namedRecord,
  client: namedRecord,
  /** `chosen`, of lower priority, or paused; otherwise why it does not match. */
  fit: z.enum(FITS),
}
const routing = z.object({
  /** Why the message is not sent by this channel. `null`: it is sent. */
  obstacle: z.nullable(z.enum(['phone', 'unconfirmed', 'gateway', 'text', 'put-off'])),
  gateways: z.array(z.object({ ...candidate, pausedUntil: z.nullable(z.string()) })),
  templates: z.array(z.object({ ...candidate, language: z.string() })),
  /** Whether there is a built-in text, which is used if no template matches. */
  hasBuiltIn: z.boolean(),
})
export type Routing = z.output<typeof routing>

export const listUnregisteredTexts = endpoint({
  method: 'GET',
  path: '/api/admin/messages/unregistered',
  access: 'messages:read',
  summary: 'The SMS that would be sent now without a registered text (DLT), for an application and client, or for all.',
  request: z.object({ applicationId: z.optional(field.id()), clientId: z.optional(field.id()) }),
  response: z.array(
    z.object({ notice: z.enum(NOTICE_NAMES), language: z.enum(MESSAGE_LANGUAGES), isBuiltIn: z.boolean() }),
  ),
})

export const explainMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/explain',
  access: 'messages:read',
  summary:
    'The gateway and template that a message would use now, and why the others are not used. About somebody else it needs the permission to see people.',
  request: z.object({
    notice: field.oneOf(NOTICE_NAMES, 'Choose a message'),
    userId: z.optional(field.id()),
    applicationId: z.optional(field.id()),
    clientId: z.optional(field.id()),
    /** Instead of the person's language. */
    language: z.optional(z.enum(MESSAGE_LANGUAGES)),
  }),
  response: z.object({
    person: namedRecord,
    application: namedRecord,
    client: namedRecord,
    language: z.enum(MESSAGE_LANGUAGES),
    email: routing,
    sms: routing,
  }),
})
export type Explanation = z.output<(typeof explainMessage)['response']>
