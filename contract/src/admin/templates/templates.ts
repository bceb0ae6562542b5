import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES } from '../../notices.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'

export const TEMPLATE_MAX_LENGTH = 50_000
export const SUBJECT_MAX_LENGTH = 200
const NAME_MAX_LENGTH = 100

/** 'All' is used for languages that have no template. */
export const TEMPLATE_LANGUAGES = ['All', ...MESSAGE_LANGUAGES] as const

const row = {
  Application: field.text(),
  ApplicationName: z.object({ description: z.string() }),
  Client: field.text(),
  ClientName: field.text(),
  TemplateId: field.text(),
  TemplateName: field.text(),
  Template: field.text(),
  Language: z.enum(TEMPLATE_LANGUAGES),
  Status: field.text(),
}

const form = {
  /** An application's id, or 'All'. */
  Application: field.idOrAll('Application is required'),
  /** A client's id, or 'All'. */
  Client: field.idOrAll('Client Name is required'),
  /** For SMS in India: the id under which the text is registered (DLT). */
  TemplateId: field.requiredText('Template Id is required', 100),
  TemplateName: recordName('Name is required', NAME_MAX_LENGTH),
  /** HTML for email, plain text for SMS, with variables such as `{{ code }}`. Stored unchanged, including white space. */
  Template: z
    .string('Template is required')
    .check(z.regex(/\S/, 'Template is required'), z.maxLength(TEMPLATE_MAX_LENGTH, 'Too Long!')),
  /** If absent, 'All'; in a change it stays the same. */
  Language: z.optional(z.enum(TEMPLATE_LANGUAGES, 'Language is required')),
  Status: field.status(),
}

const fields = ['application', 'client', 'name', 'status'] as const
// A deletion sends both ids. Only the id of the record is used.
const removal = { TemplateId: z.optional(z.string()) }

/** SMS templates (requirement A14). */
export const smsTemplates = resource({
  name: 'smsTemplates',
  title: 'SMS template',
  messages: { created: 'SMS Template Created', updated: 'SMS Template Updated', removed: 'SMS Template is Deleted' },
  idKey: '_id',
  read: 'messages:read',
  write: 'messages:write',
  touches: { create: 'template', update: 'template', remove: 'template', restore: 'template' },
  fields,
  row,
  form,
  removal,
  paths: {
    list: '/api/smsMaster/allList',
    create: '/api/smsMaster/create',
    update: '/api/smsMaster/update',
    remove: '/api/smsMaster/delete',
  },
})

/** Email templates: the SMS template fields plus Subject (requirement A15). */
export const emailTemplates = resource({
  name: 'emailTemplates',
  title: 'Email template',
  messages: {
    created: 'Email Template Created',
    updated: 'Email Template Updated',
    removed: 'Email Template is Deleted',
  },
  idKey: '_id',
  read: 'messages:read',
  write: 'messages:write',
  touches: { create: 'template', update: 'template', remove: 'template', restore: 'template' },
  fields,
  row: { ...row, Subject: field.text() },
  form: { ...form, Subject: field.requiredText('Subject is required', SUBJECT_MAX_LENGTH) },
  removal,
  paths: {
    list: '/api/emailMaster/allList',
    create: '/api/emailMaster/create',
    update: '/api/emailMaster/update',
    remove: '/api/emailMaster/delete',
  },
})
