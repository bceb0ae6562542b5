import { format } from 'node:util'

/** Fields that must never be in a log, wherever they occur (ASVS 16.2.5). */
const SECRETS = new Set([
  'password',
  'oldPassword',
  'newPassword',
  'otp',
  'token',
  'uuid',
  'encryptedData',
  'authorization',
  'cookie',
  'set-cookie',
])
const CENSORED = '[redacted]'

/** The message of an error may repeat what somebody sent, so it is no sentence. */
const NO_SENTENCE = 'no sentence'

/** What is nested deeper is not looked through, so it is redacted. */
const MAX_DEPTH = 4

/** Fields that are described one by one, none of them secret. */
export const SERIALIZERS = {
  req: (request: { method: string; url: string; ip: string }) => ({
    method: request.method,
    path: withoutSecrets(request.url),
    ip: request.ip,
  }),
  res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
  err: describeError,
}

/**
 * The one way from the arguments of a call to a line: its fields and its sentence, with the values of placeholders, are
 * redacted.
 */
export function readRedacted([first, ...rest]: unknown[]): [fields: object, sentence?: string] {
  const hasFields = typeof first === 'object'
  const fields = hasFields ? redactSecrets(fieldsOf(first)) : {}
  const [said, ...values] = hasFields || first === undefined ? rest : [first, ...rest]
  if (said !== undefined) return [fields, withoutAddresses(spell(said, values))]
  return 'msg' in fields ? [fields] : [fields, NO_SENTENCE]
}

const spell = (said: unknown, values: unknown[]): string =>
  typeof said === 'string' && values.length === 0 ? said : format(...[said, ...values].map((value) => redact(value, 0)))

function fieldsOf(first: object | null): Record<string, unknown> {
  if (first instanceof Error) return { err: first }
  // As the library does with the objects of node:http.
  if (first !== null && 'headers' in first && 'socket' in first) return { req: first }
  if (first !== null && 'setHeader' in first) return { res: first }
  // The cast only names the keys.
  return (first ?? {}) as Record<string, unknown>
}

/** Redacts the fields of a line. */
export const redactSecrets = (fields: Record<string, unknown>): Record<string, unknown> =>
  redactEach(fields, (value, name) => (Object.hasOwn(SERIALIZERS, name) ? value : redact(value, 0)))

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutAddresses(value)
  if (!isObject(value)) return value
  if (depth === MAX_DEPTH) return CENSORED
  if (value instanceof Error) return describeError(value)
  if (typeof value.toJSON === 'function') return redact(value.toJSON(), depth + 1)
  if (Array.isArray(value)) return value.map((part) => redact(part, depth + 1))
  return redactEach(value, (part) => redact(part, depth + 1))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A copy when something must be changed, else the fields themselves. */
function redactEach(fields: Record<string, unknown>, look: (value: unknown, name: string) => unknown) {
  let seen = fields
  for (const name in fields) {
    const value = fields[name]
    const shown = SECRETS.has(name) ? CENSORED : look(value, name)
    if (shown === value) continue
    if (seen === fields) seen = { ...fields }
    seen[name] = shown
  }
  return seen
}

/**
 * Links to choose a password, accept an invitation, lock an account or set up the portal, and links to waiting requests, have their secret in the path. It is redacted wherever such a
 * path occurs and however it is escaped, because broken links are logged, too.
 */
function withoutSecrets(url: string): string {
  const path = url.split('?')[0] as string
  const plain = unescaped(path)
  const hidden = plain.replace(SECRET_PATH, '/$1/[redacted]').replace(ADDRESS_IN_PATH, '[address]')
  return hidden === plain ? path : hidden
}

const ADDRESS_IN_PATH = /(?<![^/])[^/@]+@[^/]*/g

const SECRET_PATH =
  /[/\\](resetpassword|invitation|lockaccount|recover|stoprecovery|undochange|setup|oauth2[/\\]+authorize)[/\\;].*/is

const unescaped = (path: string) =>
  path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** An error without personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  const cause = error.cause instanceof Error ? error.cause : null
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    code: redact((cause as { code?: unknown } | null)?.code ?? (error as { code?: unknown }).code, 0),
    cause: cause === null ? undefined : withoutAddresses(cause.message),
    stack: stackOf(error),
  }
}

/** Of a message that repeats what somebody sent. */
const MESSAGE_MAX_LENGTH = 2000

/**
 * Mail servers repeat the recipient's address when they refuse a message. A long message is cut between two words, as part
 * of an address would not be recognised.
 */
function withoutAddresses(message: string): string {
  const isLong = message.length > MESSAGE_MAX_LENGTH
  if (!isLong && !message.includes('@')) return message
  const shown = isLong ? `${message.slice(0, message.lastIndexOf(' ', MESSAGE_MAX_LENGTH) + 1)}…` : message
  return shown.replace(/(?<![^\s<>"'(),;:@])[^\s<>"'(),;:@]+@[^\s<>"'(),;:]+/g, '[address]')
}

/** Only the frames: the first lines of a stack repeat the message, in which lines may look like frames. */
function stackOf({ stack, message }: Error): string | undefined {
  return stack
    ?.slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}
