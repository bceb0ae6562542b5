import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES } from '../../notices.ts'
import { TEMPLATE_PROBLEMS, type TemplateReason } from '../../template-problems.ts'
import { SUBJECT_MAX_LENGTH, TEMPLATE_MAX_LENGTH } from './templates.ts'

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

/** A template with sample values in it. */
export const rendered = z.object({ subject: z.string(), html: z.string(), text: z.string() })

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
