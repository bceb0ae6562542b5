import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES } from '../../notices.ts'
import { TEMPLATE_PROBLEMS, type TemplateReason } from '../../template-problems.ts'
import { SUBJECT_MAX_LENGTH, TEMPLATE_MAX_LENGTH } from './templates.ts'

const REASONS = Object.keys(TEMPLATE_PROBLEMS) as [TemplateReason, ...TemplateReason[]]

const problem = z.object({
  field: z.enum(['Subject', 'Template']),
  /** The position in the field, in UTF-16 code units. */
  from: z.number(),
  to: z.number(),
  reason: z.enum(REASONS),
  values: z.record(z.string(), z.string()),
})
export type TemplateProblem = z.output<typeof problem>

/** A template rendered with sample values. */
export const rendered = z.object({ subject: z.string(), html: z.string(), text: z.string() })

/** The form, complete or not: nothing is required. */
export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/templates/preview',
  access: 'messages:read',
  touches: [],
  summary: 'The problems of a template, and its text with sample values. Nothing is stored.',
  request: z.object({
    channel: z.enum(['email', 'sms']),
    name: field.textOrEmpty(100),
    subject: z._default(z.string().check(z.maxLength(SUBJECT_MAX_LENGTH, 'Too Long!')), ''),
    body: z._default(z.string().check(z.maxLength(TEMPLATE_MAX_LENGTH, 'Too Long!')), ''),
    /** The application and client whose names are filled in. */
    applicationId: z.optional(field.id()),
    clientId: z.optional(field.id()),
    language: z._default(z.enum(MESSAGE_LANGUAGES, 'Language is required'), 'en'),
  }),
  response: z.object({
    problems: z.array(problem),
    /** `null` if the template is not valid. */
    rendered: z.nullable(rendered),
    /** For a valid SMS: its length in messages, and the text to register in India (DLT). */
    sms: z.nullable(
      z.object({
        characters: z.number(),
        parts: z.number(),
        isUnicode: z.boolean(),
        /** The distinct characters that require Unicode. */
        unicode: z.array(z.string()),
        /** The text to register, with `{#var#}` or, for an address, `{#url#}` for each variable. `null` for a text with conditions, which has several variants. */
        registered: z.nullable(z.string()),
        /** Variables whose sample is longer than the registration allows. */
        tooLong: z.array(z.string()),
      }),
    ),
  }),
})
export type TemplatePreview = z.output<typeof previewTemplate.response>
