import { isSentUnder } from '@gatehouse/contract/dlt.ts'
import { smsLength } from '@gatehouse/contract/sms-length.ts'
import type { SmsOptions } from '../db/sms-options.ts'
import type { Sms } from './channels/senders.ts'
import type { SmsGateway } from './gateways.ts'

/** The HTTP request to a gateway. */
export type SmsRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string | null
}

/** The settings of a gateway that its requests depend on. */
export type SmsSettings = Pick<
  SmsGateway,
  | 'url'
  | 'userName'
  | 'password'
  | 'token'
  | 'apiCode'
  | 'senderId'
  | 'countryCode'
  | 'entityId'
  | 'attributes'
  | 'options'
>

type Field = [attribute: string, value: string]

/**
 * The request that sends one SMS through a gateway (requirement M3). Fields without a name or value are left out. Every
 * value is encoded, so that no text can add a field.
 *
 * @param id the same at each attempt, for gateways that recognise repeats by it
 */
export function smsRequest(gateway: SmsSettings, sms: Sms, id: string): SmsRequest {
  const { method, encoding, tokenHeader } = gateway.options
  const fields = fieldsOf(gateway, sms)
  const headers: Record<string, string> = { 'user-agent': 'Gatehouse', 'idempotency-key': id }
  if (gateway.token !== '' && tokenHeader !== '') headers[tokenHeader] = credential(tokenHeader, gateway.token)
  const url = new URL(gateway.url)
  url.hash = ''
  if (method === 'GET' || encoding === 'query') {
    url.search = [url.search.slice(1), encoded(fields)].filter((part) => part !== '').join('&')
    return { method, url: url.href, headers, body: null }
  }
  const [type, body] =
    encoding === 'json'
      ? ['application/json', JSON.stringify(nested(fields))]
      : ['application/x-www-form-urlencoded', encoded(fields)]
  return { method, url: url.href, headers: { ...headers, 'content-type': type }, body }
}

/** Whether an answer means that the gateway has accepted the message. */
export function isAccepted(
  success: SmsOptions['success'],
  { status, text }: { status: number; text: string },
): boolean {
  if (status < 200 || status > 299) return false
  if (success.rule === 'text') return text.includes(success.text)
  if (success.rule === 'json') return String(valueAt(text, success.path)) === success.value
  return true
}

function fieldsOf(gateway: SmsSettings, { to, text, registeredId }: Sms): Field[] {
  const { attributes, options, countryCode, entityId } = gateway
  const { unicode } = options
  const unicodeValue = smsLength(text).isUnicode ? unicode.value : ''
  // Some gateways require the kind of text in every request: a constant gives the default, and this replaces it.
  const constants = options.constants.filter(({ attribute }) => unicodeValue === '' || attribute !== unicode.attribute)
  const fields: Field[] = [
    [attributes.userName, gateway.userName],
    [attributes.password, gateway.password],
    [attributes.apiCode, gateway.apiCode],
    [attributes.senderId, gateway.senderId],
    [attributes.countryCode, countryCode],
    [attributes.mobileNo, numberIn(options.numberFormat, countryCode, to)],
    [attributes.message, text],
    [options.entityIdAttribute, entityId],
    [options.templateIdAttribute, isSentUnder(registeredId) ? registeredId : ''],
    [unicode.attribute, unicodeValue],
    ...constants.map(({ attribute, value }): Field => [attribute, value]),
  ]
  return fields.filter(([attribute, value]) => isSentUnder(attribute) && value !== '')
}

function numberIn(format: SmsOptions['numberFormat'], countryCode: string, national: string): string {
  const international = `${countryCode.replace(/\D/g, '')}${national}`
  return { national, international, plus: `+${international}` }[format]
}

/** A token that names its own scheme, such as `Basic …`, is sent unchanged. */
function credential(header: string, token: string): string {
  return header.toLowerCase() === 'authorization' && !token.includes(' ') ? `Bearer ${token}` : token
}

/** Valid both in an address and in a form: a space becomes %20, which both accept. */
function encoded(fields: Field[]): string {
  return fields.map((field) => field.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&')
}

type Tree = Map<string, Tree | string>
type Json = string | Json[] | { [name: string]: Json }

/** `messages.0.to` becomes `{ "messages": [{ "to": … }] }`. */
function nested(fields: Field[]): Json {
  const root: Tree = new Map()
  for (const [attribute, value] of fields) {
    const names = attribute.split('.')
    const last = names.pop() ?? ''
    let place = root
    for (const name of names) {
      const known = place.get(name)
      const next: Tree = known instanceof Map ? known : new Map()
      place.set(name, next)
      place = next
    }
    place.set(last, value)
  }
  return jsonOf(root)
}

/** Keys that are all numbers make a list, in their order. */
function jsonOf(tree: Tree | string): Json {
  if (typeof tree === 'string') return tree
  const entries = [...tree].map(([name, inner]): [string, Json] => [name, jsonOf(inner)])
  if (!entries.every(([name]) => /^\d+$/.test(name))) return Object.fromEntries(entries)
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner)
}

function valueAt(text: string, path: string): unknown {
  try {
    return path
      .split('.')
      .reduce(
        (value: unknown, name) => (Object.hasOwn(Object(value), name) ? (value as never)[name] : undefined),
        JSON.parse(text),
      )
  } catch {
    return undefined
  }
}
