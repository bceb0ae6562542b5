import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { recordName } from '../../record-name.ts'
import { ownersForm, ownersRow } from '../engine/owners.ts'
import { resource } from '../engine/resource.ts'

/** The name of a request parameter or form field of the gateway; empty or 'NA': it is not sent (requirement G8). */
const attribute = () => field.textOrEmpty(100)

/** A parameter name without which no message can be sent. */
const requiredAttribute = (message: string) => field.requiredText(message, 100).check(z.regex(/^(?!NA$)/, message))

/** A numeric id of gateways and operators, with or without a plus sign; empty or 'NA': none. */
const dialled = (message: string, maxLength: number) =>
  field.textOrEmpty(maxLength, z.regex(/^(\+?[\d\s-]*|NA)$/, message))

export const SMS_METHODS = ['POST', 'GET'] as const
/** Where the fields are sent. GET only supports the query. */
export const SMS_ENCODINGS = ['form', 'json', 'query'] as const
export const NUMBER_FORMATS = ['national', 'international', 'plus'] as const
export const SUCCESS_RULES = ['status', 'text', 'json'] as const

/** Headers that every request already has. */
const HEADER =
  /^(?!(host|connection|content-length|content-type|transfer-encoding|user-agent|idempotency-key)$)[\w!#$%&'*+.^`|~-]*$/i

const optionalText = (maxLength: number) => z.optional(z.string().check(z.trim(), z.maxLength(maxLength, 'Too Long!')))

/**
 * The request to a gateway, and how its response is judged (requirement M3). Old callers do not send these settings: an
 * absent one gets the common default, and in a change keeps its value.
 */
const options = {
  method: z.optional(field.oneOf(SMS_METHODS, 'Method is required')),
  encoding: z.optional(field.oneOf(SMS_ENCODINGS, 'Encoding is required')),
  /** The header of the token. If empty, the token is not sent. */
  tokenHeader: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Too Long!'), z.regex(HEADER, 'Enter a header'))),
  entityIdAttribute: optionalText(100),
  templateIdAttribute: optionalText(100),
  numberFormat: z.optional(field.oneOf(NUMBER_FORMATS, 'Number format is required')),
  /** Sent with texts that need Unicode. Replaces a constant of the same name. */
  unicodeAttribute: optionalText(100),
  unicodeValue: optionalText(100),
  /** Sent unchanged. */
  constants: z.optional(
    z
      .array(z.object({ attribute: field.requiredText('Attribute is required', 100), value: field.textOrEmpty(500) }))
      .check(z.maxLength(20, 'Too Long!')),
  ),
  successRule: z.optional(field.oneOf(SUCCESS_RULES, 'Success rule is required')),
  successText: optionalText(200),
  /** Names and numbers separated by dots. */
  successPath: optionalText(200),
  successValue: optionalText(200),
  /** Among configurations for the same application and client, the highest is used first. */
  priority: z.optional(field.requiredNumber('Enter a whole number from 0 to 100', 0, 100)),
  /** Messages per second; 0 means no limit. */
  perSecond: z.optional(field.requiredNumber('Enter a whole number from 0 to 1,000', 0, 1000)),
}

const form = {
  providerName: recordName('Provider Name is required'),
  /** An application's id, or 'All'. */
  application: field.idOrAll('Application is required'),
  /** A client's id, or 'All'. */
  clientName: field.idOrAll('Client Name is required'),
  token: field.secret(),
  url: field.requiredWebAddress('Url is required'),
  gatewayId: field.textOrEmpty(100),
  nameOfTheGateway: field.textOrEmpty(100),
  apiCodeValue: field.secret(),
  userNameValue: field.textOrEmpty(200),
  passwordValue: field.secret(),
  senderIdValue: field.textOrEmpty(100),
  countryCodeAttribute: attribute(),
  apiCodeAttribute: attribute(),
  messageAttribute: requiredAttribute('Message Attribute is required'),
  userNameAttribute: attribute(),
  passwordAttribute: attribute(),
  senderIdAttribute: attribute(),
  mobileNoAttribute: requiredAttribute('Mobile No Attribute is required'),
  countryCodeValue: dialled('Country Code Value is required', 10),
  status: field.status(),
  defaultNo: dialled('Default No. is required', 20),
  entityId: field.textOrEmpty(100),
  ...options,
  /** People who are notified when it keeps failing (ADR 0132). A change also needs `users:read`. */
  owners: ownersForm(),
}

/** The HTTP gateways that send SMS, and their parameter names (requirements A11, M1 and M3). */
export const smsConfigurations = resource({
  name: 'smsConfigurations',
  title: 'SMS configuration',
  messages: {
    created: 'SMS Configuration Created',
    updated: 'SMS Configuration Updated',
    removed: 'SMS Configuration is Deleted',
  },
  idKey: 'notificationId',
  read: 'messages:read',
  write: 'messages:write',
  touches: { create: 'gateway', update: 'gateway', remove: 'gateway', restore: 'gateway' },
  fields: ['application', 'providerName', 'passwordValue', 'token', 'nameOfTheGateway', 'status'],
  row: {
    providerName: field.text(),
    application: field.text(),
    applicationName: field.text(),
    clientName: field.text(),
    clientDisplayName: field.text(),
    /** Of the three secrets: `SECRET_MASK`, or empty when there is none. */
    token: field.text(),
    passwordValue: field.text(),
    apiCodeValue: field.text(),
    url: field.text(),
    gatewayId: field.text(),
    nameOfTheGateway: field.text(),
    userNameValue: field.text(),
    senderIdValue: field.text(),
    countryCodeAttribute: field.text(),
    apiCodeAttribute: field.text(),
    messageAttribute: field.text(),
    userNameAttribute: field.text(),
    passwordAttribute: field.text(),
    senderIdAttribute: field.text(),
    mobileNoAttribute: field.text(),
    countryCodeValue: field.text(),
    status: field.text(),
    defaultNo: field.text(),
    entityId: field.text(),
    method: z.enum(SMS_METHODS),
    encoding: z.enum(SMS_ENCODINGS),
    tokenHeader: field.text(),
    entityIdAttribute: field.text(),
    templateIdAttribute: field.text(),
    numberFormat: z.enum(NUMBER_FORMATS),
    unicodeAttribute: field.text(),
    unicodeValue: field.text(),
    constants: z.array(z.object({ attribute: z.string(), value: z.string() })),
    successRule: z.enum(SUCCESS_RULES),
    successText: field.text(),
    successPath: field.text(),
    successValue: field.text(),
    perSecond: z.number(),
    owners: ownersRow,
    priority: z.number(),
  },
  form,
  paths: {
    list: '/api/notificationConfiguration/allList',
    create: '/api/notificationConfiguration/create',
    update: '/api/notificationConfiguration/update',
    remove: '/api/notificationConfiguration/delete',
  },
})
