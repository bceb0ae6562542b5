import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { ownersForm, ownersRow } from '../engine/owners.ts'
import { resource } from '../engine/resource.ts'

const isGiven = (address: string) => address !== '' && address !== 'NA'

const form = {
  /** An application's name, or 'All'. */
  application: field.requiredText('Application is required', 100),
  /** A client's id, or 'All'. */
  client: z._default(field.idOrAll('Client Name is required'), 'All'),
  fromMailId: field.requiredText('From is required', 254).check(z.email('Email must be a valid email address')),
  /** Shown beside the address. If absent from a change, these three stay the same. */
  fromName: z.optional(
    z.string().check(z.trim(), z.maxLength(100, 'Too Long!'), z.regex(/^[^\p{Cc}<>"]*$/u, 'Enter a name')),
  ),
  /** Where replies go. If empty, to the sender. */
  replyTo: z.optional(z.union([z.literal(''), field.email()], 'Email must be a valid email address')),
  /** Among configurations for the same application and client, the highest is used first. */
  priority: z.optional(field.requiredNumber('Enter a whole number from 0 to 100', 0, 100)),
  /** A list, or as text with commas between them (requirement C18). */
  ccMailId: z._default(
    z.pipe(
      z.pipe(
        z.union([z.array(z.string()), z.string()]),
        z.transform((sent) => (typeof sent === 'string' ? sent.split(/[,;\s]+/).filter(isGiven) : sent)),
      ),
      z
        .array(z.string().check(z.trim(), z.email('Email must be a valid email address')))
        .check(z.maxLength(20, 'Too Long!')),
    ),
    [],
  ),
  host: field.requiredText('Host is required', 253),
  /** The port. */
  postNo: field.requiredNumber('Port is required', 1, 65_535, 'Enter a port from 1 to 65535'), // sic
  defaultTo: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((sent) => (sent === 'NA' ? '' : sent)),
      ),
      z.union([z.literal(''), field.email()], 'Email must be a valid email address'),
    ),
    '',
  ),
  status: field.status(),
  url: field.webAddress(),
  userName: field.textOrEmpty(254),
  type: field.textOrEmpty(50),
  password: field.secret(),
  token: field.secret(),
  /** Messages per second; 0 means no limit. If absent from a change, it stays the same. */
  perSecond: z.optional(field.requiredNumber('Enter a whole number from 0 to 1,000', 0, 1000)),
  /** People who are notified when it keeps failing (ADR 0132). A change also needs `users:read`. */
  owners: ownersForm(),
}

/** The mail servers of applications (requirements A10 and M1). Secrets are write-only. */
export const emailConfigurations = resource({
  name: 'emailConfigurations',
  title: 'Email configuration',
  messages: {
    created: 'Email Configuration Created',
    updated: 'Email Configuration Updated',
    removed: 'Email Configuration is Deleted',
  },
  idKey: 'emailNotificationId',
  read: 'messages:read',
  write: 'messages:write',
  touches: { create: 'gateway', update: 'gateway', remove: 'gateway', restore: 'gateway' },
  fields: ['application', 'fromMailId', 'ccMailId', 'password', 'host', 'status'],
  row: {
    application: field.text(),
    client: field.text(),
    clientName: field.text(),
    fromMailId: field.text(),
    fromName: field.text(),
    replyTo: field.text(),
    priority: z.number(),
    ccMailId: z.array(z.string()),
    host: field.text(),
    postNo: z.number(), // sic
    defaultTo: field.text(),
    status: field.text(),
    url: field.text(),
    userName: field.text(),
    type: field.text(),
    /** `SECRET_MASK`, or empty when there is none. */
    password: field.text(),
    token: field.text(),
    perSecond: z.number(),
    owners: ownersRow,
  },
  form,
  paths: {
    list: '/api/emailNotification/getEmailNotification',
    create: '/api/emailNotification/createEmailNotification',
    update: '/api/emailNotification/updateEmailNotification',
    remove: '/api/emailNotification/deleteEmailNotification',
  },
})
