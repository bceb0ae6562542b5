import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES, NOTICE_NAMES } from '../../notices.ts'
import { rendered } from './preview.ts'
import { TEMPLATE_LANGUAGES } from './templates.ts'

/** Selects texts: one channel, for an application and a client, or for all. */
const textsOf = {
  channel: z.enum(['email', 'sms']),
  applicationId: z.optional(field.id()),
  clientId: z.optional(field.id()),
}
const templateInUse = z.object({
  _id: z.string(),
  /** The name, or `null` for all. */
  application: z.nullable(z.string()),
  client: z.nullable(z.string()),
  language: z.enum(TEMPLATE_LANGUAGES),
})
export type TemplateInUse = z.output<typeof templateInUse>

export const listTextsInUse = endpoint({
  method: 'GET',
  path: '/api/admin/templates/texts',
  access: 'messages:read',
  summary: 'The current text of each message in each language: a template or the built-in text.',
  request: z.object(textsOf),
  response: z.array(
    z.object({
      notice: z.enum(NOTICE_NAMES),
      language: z.enum(MESSAGE_LANGUAGES),
      /** `null`: the built-in text. Without either, the message is not sent by this channel. */
      template: z.nullable(templateInUse),
      hasBuiltIn: z.boolean(),
    }),
  ),
})
export type TextInUse = z.output<typeof listTextsInUse.response>[number]

export const readTextInUse = endpoint({
  method: 'GET',
  path: '/api/admin/templates/text',
  access: 'messages:read',
  summary: 'One message as currently sent, with sample values; and its built-in text, rendered and as a template.',
  request: z.object({
    ...textsOf,
    notice: z.enum(NOTICE_NAMES, 'Choose a message'),
    language: z.enum(MESSAGE_LANGUAGES, 'Language is required'),
  }),
  response: z.object({
    /** `null`: not sent by this channel. */
    inUse: z.nullable(
      z.object({
        template: z.nullable(templateInUse),
        /** `null`: the template cannot be sent, and there is no built-in text. */
        rendered: z.nullable(rendered),
        /** Why a matching template is not used, in English; otherwise empty. */
        remark: z.string(),
      }),
    ),
    builtIn: z.nullable(z.object({ subject: z.string(), body: z.string(), rendered })),
  }),
})
