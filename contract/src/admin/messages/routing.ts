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
  /** What it is made for; `null`: all. */
  application: namedRecord,
  client: namedRecord,
  /** The first one, or one that comes after it, or one that is left alone for now; else what it does not fit. */
  fit: z.enum(FITS),
}
const routing = z.object({
  /** `null`: it goes out. Otherwise why it does not. */
  obstacle: z.nullable(z.enum(['phone', 'unconfirmed', 'gateway', 'text'])),
  gateways: z.array(z.object({ ...candidate, pausedUntil: z.nullable(z.string()) })),
  templates: z.array(z.object({ ...candidate, language: z.string() })),
  /** A text of our own stands in where no template fits. */
  hasBuiltIn: z.boolean(),
})
export type Routing = z.output<typeof routing>

export const listUnregisteredTexts = endpoint({
  method: 'GET',
  path: '/api/admin/messages/unregistered',
  access: 'messages:read',
  summary:
    'The SMS that would go out right now without the id of a registered text (DLT), for an application and client, or for all.',
  request: z.object({ applicationId: z.optional(field.id()), clientId: z.optional(field.id()) }),
  response: z.array(
    z.object({ notice: z.enum(NOTICE_NAMES), language: z.enum(MESSAGE_LANGUAGES), isBuiltIn: z.boolean() }),
  ),
})

export const explainMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/explain',
  access: 'messages:read',
  summary: 'Through which gateway and with which template a message would go right now, and why not with the others.',
  request: z.object({
    notice: field.oneOf(NOTICE_NAMES, 'Choose a message'),
    userId: z.optional(field.id()),
    applicationId: z.optional(field.id()),
    clientId: z.optional(field.id()),
    /** Instead of the person's own. */
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
