import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES, NOTICE_NAMES } from '../../notices.ts'
import { TEMPLATE_PROBLEMS, type TemplateReason } from '../../template-problems.ts'
import { SUBJECT_MAX_LENGTH, TEMPLATE_LANGUAGES, TEMPLATE_MAX_LENGTH } from './templates.ts'

const REASONS = Object.keys(TEMPLATE_PROBLEMS) as [TemplateReason, ...TemplateReason[]]

const problem = z.object({
  field: z.enum(['Subject', 'Template']),
  /** Where in the field, in UTF-16 units. */
  from: z.number(),
  to: z.number(),
  reason: z.enum(REASONS),
  values: z.record(z.string(), z.string()),
})
export type TemplateProblem = z.output<typeof problem>

const rendered = z.object({ subject: z.string(), html: z.string(), text: z.string() })

/** Written as far as it is: nothing is required. */
export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/templates/preview',
  access: 'messages:read',
  touches: [],
  summary:
    'What is wrong with a template, and how it reads with the sample values of its variables. Nothing is stored.',
  request: z.object({
    channel: z.enum(['email', 'sms']),
    name: field.textOrEmpty(100),
    subject: z._default(z.string().check(z.maxLength(SUBJECT_MAX_LENGTH, 'Too Long!')), ''),
    body: z._default(z.string().check(z.maxLength(TEMPLATE_MAX_LENGTH, 'Too Long!')), ''),
    /** What it is for: their names are filled in. */
    applicationId: z.optional(field.id()),
    clientId: z.optional(field.id()),
    language: z._default(z.enum(MESSAGE_LANGUAGES, 'Language is required'), 'en'),
  }),
  response: z.object({
    problems: z.array(problem),
    /** `null` while the variables cannot be read. */
    rendered: z.nullable(rendered),
    /** Of an SMS that can be read: what it costs, and how it is registered in India (DLT). */
    sms: z.nullable(
      z.object({
        characters: z.number(),
        parts: z.number(),
        isUnicode: z.boolean(),
        /** What makes it Unicode, each once. */
        unicode: z.array(z.string()),
        /** The text to register, with `{#var#}` or, for an address, `{#url#}` for each variable; `null` for one with conditions, which is several texts. */
        registered: z.nullable(z.string()),
        /** Variables whose sample is longer than the register allows. */
        tooLong: z.array(z.string()),
      }),
    ),
  }),
})
export type TemplatePreview = z.output<typeof previewTemplate.response>

/** Of which texts: those of one channel, for an application and a client, or for all. */
const textsOf = {
  channel: z.enum(['email', 'sms']),
  applicationId: z.optional(field.id()),
  clientId: z.optional(field.id()),
}
const templateInUse = z.object({
  _id: z.string(),
  /** By name; `null`: all. */
  application: z.nullable(z.string()),
  client: z.nullable(z.string()),
  language: z.enum(TEMPLATE_LANGUAGES),
})
export type TemplateInUse = z.output<typeof templateInUse>

export const listTextsInUse = endpoint({
  method: 'GET',
  path: '/api/admin/templates/texts',
  access: 'messages:read',
  summary: 'The text that each message goes out with right now, in each language: a template, or the built-in text.',
  request: z.object(textsOf),
  response: z.array(
    z.object({
      notice: z.enum(NOTICE_NAMES),
      language: z.enum(MESSAGE_LANGUAGES),
      /** `null`: the built-in text. Where there is neither, the message does not go out this way. */
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
  summary:
    'One message as it is sent right now, with sample values; and its built-in text, as it is sent and as it is written.',
  request: z.object({
    ...textsOf,
    notice: z.enum(NOTICE_NAMES, 'Choose a message'),
    language: z.enum(MESSAGE_LANGUAGES, 'Language is required'),
  }),
  response: z.object({
    /** `null`: it does not go out this way. */
    inUse: z.nullable(
      z.object({
        template: z.nullable(templateInUse),
        /** `null`: the template cannot be sent, and there is no built-in text. */
        rendered: z.nullable(rendered),
        /** Why a template that is meant for it is not used, in English; empty where none is left out. */
        remark: z.string(),
      }),
    ),
    builtIn: z.nullable(z.object({ subject: z.string(), body: z.string(), rendered })),
  }),
})

export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/admin/templates/versions',
  access: 'messages:read',
  summary: 'What a template was, each time it was saved: the newest hundred, newest first.',
  request: z.object({ id: field.id() }),
  response: z.array(
    z.object({
      version: z.number(),
      at: z.string(),
      /** `null`: the system, or somebody who is gone. */
      by: z.nullable(z.string()),
      TemplateId: z.string(),
      Subject: z.string(),
      Template: z.string(),
    }),
  ),
})
export type TemplateVersion = z.output<typeof listTemplateVersions.response>[number]

export const sendTestTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/templates/test',
  access: 'messages:write',
  touches: [],
  summary: 'Sends a saved template with sample values, through the gateway that its messages would go through.',
  request: z.object({
    id: field.id(),
    /** An address or a number; oneself, when it is left out. */
    to: field.textOrEmpty(254),
  }),
  response: z.object({
    isSuccess: z.boolean(),
    to: z.string(),
    gateway: z.string(),
    /** What the gateway said, without secrets; or why it could not be asked. */
    answer: z.string(),
    tookMs: z.number(),
  }),
})
