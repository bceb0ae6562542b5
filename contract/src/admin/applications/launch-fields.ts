import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { hasHiddenCharacters, NO_HIDDEN_CHARACTERS } from '../../hidden-characters.ts'

/** The fields of a launch request, in the order in which they are sent (requirement W11). */
export const LAUNCH_FIELDS = [
  'appName',
  'clientIDE',
  'clientID',
  'role',
  'oAuthtoken',
  'token',
  'userId',
  'redirectURL',
  'uuid',
  '_id',
  'isActive',
  'email',
  'userName',
  'firstName',
  'lastName',
  'phoneNumber',
] as const
export type LaunchFieldName = (typeof LAUNCH_FIELDS)[number]

/** How the browser opens an application. */
export const LAUNCH_MODES = ['query', 'form_post', 'oidc'] as const

/** How many personal details are sent with the launch token. */
export const LAUNCH_IDENTITIES = ['full', 'minimal', 'none'] as const
export type LaunchIdentity = (typeof LAUNCH_IDENTITIES)[number]

/** The launch token, under both of its names. */
const TOKEN_FIELDS: readonly string[] = ['oAuthtoken', 'token']
const MINIMAL_FIELDS: readonly string[] = [
  ...['appName', 'clientIDE', 'clientID', 'role', 'userId', 'redirectURL'],
  ...TOKEN_FIELDS,
]

/** Whether this level of personal details includes this field. */
export function includesLaunchField(identity: LaunchIdentity, name: LaunchFieldName): boolean {
  if (identity === 'full') return true
  return (identity === 'minimal' ? MINIMAL_FIELDS : TOKEN_FIELDS).includes(name)
}

/** A constant instead of a field: a value of the application, the same at every launch. */
export const CONSTANT = 'constant'

/** Keeps the longest address below 8 kB, a common limit of servers. */
export const CONSTANTS_MAX = 10
const NAME_MAX_LENGTH = 64
const VALUE_MAX_LENGTH = 200

const launchField = z.object({
  field: field.oneOf([...LAUNCH_FIELDS, CONSTANT], 'Choose one from the list'),
  /** The name under which it is sent. If empty, the standard name. */
  name: field.textOrEmpty(NAME_MAX_LENGTH),
  /** The value of a constant. */
  value: field.textOrEmpty(VALUE_MAX_LENGTH),
  isSent: z._default(z.boolean(), true),
})
export type LaunchField = z.output<typeof launchField>

/** A launch field as stored and shown. */
export const launchFieldsRow = z.array(launchField)

/**
 * The launch fields of an application in the order in which they are sent, with renamed and omitted fields and constants.
 * Fields that are not listed follow with their standard names. An empty list means the standard fields.
 */
export const launchFieldsForm = () =>
  z.optional(
    z.array(launchField).check(z.maxLength(LAUNCH_FIELDS.length + CONSTANTS_MAX, 'Too Long!'), (judged) => {
      for (const { position, part, message } of launchFieldProblems(judged.value))
        judged.issues.push({ code: 'custom', message, input: judged.value, path: [position, part] })
    }),
  )

/** All fields, sent or omitted, each with the name under which it is sent. */
export function completeLaunchFields(fields: readonly LaunchField[]): LaunchField[] {
  const named = new Set<string>(fields.map(({ field: one }) => one))
  const others = LAUNCH_FIELDS.filter((name) => !named.has(name)).map(
    (name): LaunchField => ({ field: name, name, value: '', isSent: true }),
  )
  return [...fields.map((one) => ({ ...one, name: one.name || nameOf(one) })), ...others]
}

/** Whether the list equals the default of every application. */
export function areDefaultLaunchFields(fields: readonly LaunchField[]): boolean {
  const all = completeLaunchFields(fields)
  return all.every(({ field: one, name, isSent }, index) => one === LAUNCH_FIELDS[index] && name === one && isSent)
}

type Problem = { position: number; part: 'field' | 'name' | 'value' | 'isSent'; message: string }

/** The problems of a list of launch fields, each at one of its fields. */
export function launchFieldProblems(fields: readonly LaunchField[]): Problem[] {
  const problems: Problem[] = []
  const report = (position: number, part: Problem['part'], message: string | null) => {
    if (message !== null) problems.push({ position, part, message })
  }
  const own = new Set<string>()
  // A field with its standard name keeps it. The renamed field gets the message.
  const unnamed = completeLaunchFields(fields).filter(({ field: one, name, isSent }) => isSent && name === one)
  const sent = new Set(unnamed.map(keyOf))
  for (const [position, one] of fields.entries()) {
    if (one.field !== CONSTANT) report(position, 'field', own.has(one.field) ? 'This field is listed twice' : null)
    own.add(one.field)
    if (!one.isSent) continue
    if (nameOf(one) !== one.field) {
      report(
        position,
        'name',
        nameProblem(one) ?? (sent.has(keyOf(one)) ? 'Another field already uses this name' : null),
      )
      sent.add(keyOf(one))
    }
    if (one.field === CONSTANT) report(position, 'value', valueProblem(one.value))
  }
  const tokens = fields.flatMap((one, position) => (TOKEN_FIELDS.includes(one.field) && !one.isSent ? [position] : []))
  if (tokens.length >= TOKEN_FIELDS.length)
    report(
      tokens.at(-1) as number,
      'isSent',
      'Include oAuthtoken or token. Without the launch token, nobody is signed in',
    )
  const constants = fields.flatMap((one, position) => (one.field === CONSTANT ? [position] : []))
  if (constants.length > CONSTANTS_MAX) report(constants.at(-1) as number, 'name', 'At most 10 constants')
  return problems
}

const nameOf = ({ field: own, name }: LaunchField) => name || (own === CONSTANT ? '' : own)

/** Many servers ignore the case of names and would merge two such values. */
const keyOf = (one: LaunchField) => nameOf(one).toLowerCase()

/** Parameters of OpenID Connect responses: an application at the same address would confuse the two. */
const PROTOCOL_NAMES = [
  ...['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state', 'response'],
  ...['id_token', 'access_token', 'refresh_token', 'token_type', 'expires_in', 'scope'],
]
/** Browsers fill `_charset_`. The others are properties of every JavaScript object. */
const SPECIAL_NAMES = ['_charset_', '__proto__', 'constructor', 'prototype']

function nameProblem(one: LaunchField): string | null {
  const name = nameOf(one)
  if (name === '') return 'Name is required'
  if (!/^[a-z_][\w.:[\]-]*$/i.test(name)) return 'Use letters, digits and _ . : - [ ], beginning with a letter or _'
  const key = name.toLowerCase()
  if ([...PROTOCOL_NAMES, ...SPECIAL_NAMES].includes(key)) return 'This name is reserved. Choose another one.'
  const isToken = TOKEN_FIELDS.includes(one.field)
  if (!isToken && TOKEN_FIELDS.some((token) => token.toLowerCase() === key))
    return 'Only the launch token can use this name'
  return one.field === CONSTANT && SECRET_NAME.test(name.replace(/[^a-z]/gi, '')) ? NO_SECRETS : null
}

const NO_SECRETS = 'Anyone who opens the application can read this. Do not enter secrets.'
const SECRET_NAME = /passw(or)?d|passphrase|pwd|secret|apikey|privatekey|authorization|credential|bearer|jwt/i
/** A JSON Web Token, a key, request credentials, or a secret or token of the portal. */
const SECRET_VALUE = /^eyJ[\w-]+\.[\w-]+\.|-----BEGIN|^(basic|bearer)\s|^(e[a-z]{2}_)?[\w-]{43}$/i

function valueProblem(value: string): string | null {
  if (hasHiddenCharacters(value)) return NO_HIDDEN_CHARACTERS
  return SECRET_VALUE.test(value) ? NO_SECRETS : null
}
