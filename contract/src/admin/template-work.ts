import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { TEMPLATE_PROBLEMS, type TemplateReason } from '../template-problems.ts'
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
  }),
  response: z.object({
    problems: z.array(problem),
    /** `null` while the variables cannot be read. */
    rendered: z.nullable(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
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
