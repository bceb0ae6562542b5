import type { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { isSentUnder } from '@gatehouse/contract/dlt.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import type { SmsAttributes, SmsOptions } from '../../db/sms-options.ts'
import { refuseFields } from '../engine/refuse-fields.ts'

type Form = Input<typeof smsConfigurations.create>
type Named<Name extends string> = Record<`${Name}Attribute`, string>

/** The parameter names of the gateway. */
export function smsAttributesOf(form: Named<keyof SmsAttributes>): SmsAttributes {
  return {
    userName: form.userNameAttribute,
    password: form.passwordAttribute,
    senderId: form.senderIdAttribute,
    countryCode: form.countryCodeAttribute,
    apiCode: form.apiCodeAttribute,
    message: form.messageAttribute,
    mobileNo: form.mobileNoAttribute,
  }
}

/**
 * The settings of the request to a gateway. Absent fields keep their values.
 *
 * @throws AppError invalid_request for a success rule without its text or path
 */
export function smsOptionsOf(form: Form, was: SmsOptions): SmsOptions {
  const method = form.method ?? was.method
  const options: SmsOptions = {
    method,
    encoding: method === 'GET' ? 'query' : (form.encoding ?? was.encoding),
    tokenHeader: form.tokenHeader ?? was.tokenHeader,
    entityIdAttribute: form.entityIdAttribute ?? was.entityIdAttribute,
    templateIdAttribute: form.templateIdAttribute ?? was.templateIdAttribute,
    numberFormat: form.numberFormat ?? was.numberFormat,
    unicode: {
      attribute: form.unicodeAttribute ?? was.unicode.attribute,
      value: form.unicodeValue ?? was.unicode.value,
    },
    constants: form.constants ?? was.constants,
    success: successOf(form, was.success),
  }
  refuseFields(repeatedAttributes(form, options))
  return options
}

/** A gateway reads one of two values under one name, and nobody knows which. The later field gets the message. */
function repeatedAttributes(form: Form, options: SmsOptions): Record<string, string> {
  const own: Record<string, string> = {
    messageAttribute: form.messageAttribute,
    mobileNoAttribute: form.mobileNoAttribute,
    userNameAttribute: form.userNameAttribute,
    passwordAttribute: form.passwordAttribute,
    apiCodeAttribute: form.apiCodeAttribute,
    senderIdAttribute: form.senderIdAttribute,
    countryCodeAttribute: form.countryCodeAttribute,
    entityIdAttribute: options.entityIdAttribute,
    templateIdAttribute: options.templateIdAttribute,
  }
  const constants = options.constants.map(
    ({ attribute }, place) => [`constants.${place}.attribute`, attribute] as const,
  )
  const isSentBy = (attribute: string, others: readonly string[]) =>
    isSentUnder(attribute) && others.includes(attribute)
  const entries = [...Object.entries(own), ...constants]
  const names = entries.map(([, attribute]) => attribute)
  const repeated = entries.filter(([, attribute], place) => isSentBy(attribute, names.slice(0, place)))
  const fields = repeated.map(([field]) => field)
  // The one of texts that need Unicode replaces a constant of its name.
  if (isSentBy(options.unicode.attribute, Object.values(own))) fields.push('unicodeAttribute')
  return Object.fromEntries(fields.map((field) => [field, 'This attribute is used already']))
}

function successOf(form: Form, was: SmsOptions['success']): SmsOptions['success'] {
  const { successRule: rule, successText: text = '', successPath: path = '', successValue: value = '' } = form
  if (rule === undefined) return was
  if (rule === 'text') {
    refuseFields({ successText: text === '' ? 'Enter the text that a successful response contains' : null })
    return { rule, text }
  }
  if (rule === 'json') {
    refuseFields({ successPath: path === '' ? 'Enter the path in the response, such as status.code' : null })
    return { rule, path, value }
  }
  return { rule }
}
