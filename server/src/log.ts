import { fstatSync, writeSync } from 'node:fs'
import {
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
} from 'pino'
import { logWritten } from './signals.ts'

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

/** Structured lines on standard output. Requests are logged without their query, which may contain a token. */
export function makeLog(level: string): Logger {
  const log: Logger = pino(optionsFor(level), makeOutput())
  const { child } = log
  // The library does not pass the bindings of a child logger to the formatters.
  function redactedChild(this: Logger, fields: Bindings, options?: ChildLoggerOptions) {
    return Reflect.apply(child, this, [redactSecrets(fields), options])
  }
  // The library's type parameters for custom levels do not match here.
  return Object.assign(log, { child: redactedChild as unknown as typeof child })
}

/** The buffer for a reader that has stopped; when it is full, later lines are dropped. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024

/** Lines of one turn of the event loop are written together, up to this length. */
const PIECE_MAX = 64 * 1024

/** From `warn` on, a line is written at once: the process may end before the end of the turn. */
const URGENT_LEVEL = 40

/** Lines of ordinary requests are written together, because each write is a system call. */
function makeOutput(): DestinationStream {
  const write = makeWrite()
  let lines = ''
  const flush = () => {
    const piece = lines
    lines = ''
    if (piece !== '') write(piece)
  }
  let isUsed = false
  const output = {
    // Makes the library set the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string) => {
      logWritten.publish(line)
      if (!isUsed) process.once('exit', flush)
      isUsed = true
      if (lines === '') setImmediate(flush)
      lines += line
      if (output.lastLevel >= URGENT_LEVEL || lines.length > PIECE_MAX) flush()
    },
  }
  return output
}

/**
 * Nothing waits for the output or fails with it: with a full disk, or a reader that has stopped, only lines are lost.
 */
function makeWrite(): (text: string) => void {
  const { stdout } = process
  const stat = fstatSync(stdout.fd)
  // A stream on a file ends with its first error. A file is tried again with the next line: there may be space by then.
  if (!stat.isFIFO() && !stat.isSocket() && !stdout.isTTY) return writeToFile
  return (text) => {
    if (stdout.writable && stdout.writableLength < WAITING_MAX_BYTES) stdout.write(text)
  }
}

function writeToFile(text: string) {
  try {
    writeSync(process.stdout.fd, text)
  } catch {
    // This error cannot be reported: the log is the only place for it.
  }
}

function optionsFor(level: string): LoggerOptions {
  return {
    level,
    // The library's own redaction searches for each path in each value, and doubles the cost of a line.
    formatters: { log: redactSecrets },
    serializers: {
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: withoutSecrets(request.url),
        ip: request.ip,
      }),
      err: describeError,
    },
  }
}

/**
 * Redacts the fields of a line, and of nested objects. A value with a serializer is described field by field, none of
 * them secret.
 */
function redactSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return censor(fields, (name, value) => (isObject(value) && !SERIALIZED.has(name) ? censor(value, unchanged) : value))
}

const unchanged = (_: string, value: unknown) => value

const SERIALIZED = new Set(['req', 'res', 'err'])

/** A copy when something must be changed, else the fields themselves. */
function censor(fields: Record<string, unknown>, look: (name: string, value: unknown) => unknown) {
  let seen = fields
  for (const name in fields) {
    const value = fields[name]
    const shown = SECRETS.has(name) ? CENSORED : look(name, value)
    if (shown === value) continue
    if (seen === fields) seen = { ...fields }
    seen[name] = shown
  }
  return seen
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Links to choose a password, accept an invitation, lock an account or set up the portal, and links to waiting requests, have their secret in the path. It is redacted wherever such a
 * path occurs and however it is escaped, because broken links are logged, too.
 */
function withoutSecrets(url: string): string {
  const path = url.split('?')[0] as string
  const hidden = unescaped(path).replace(SECRET_PATH, '/$1/[redacted]')
  return hidden.endsWith(CENSORED) ? hidden : path
}

const SECRET_PATH =
  /[/\\](resetpassword|invitation|lockaccount|recover|stoprecovery|undochange|setup|oauth2[/\\]+authorize)[/\\;].*/is

const unescaped = (path: string) =>
  path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The message of an error without personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : null
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    code: (cause as { code?: unknown } | null)?.code ?? (error as { code?: unknown }).code,
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
  const shown = isLong ? `${message.slice(0, message.lastIndexOf(' ', MESSAGE_MAX_LENGTH) + 1)}…` : message
  return shown.replace(/(?<![^\s<>"'(),;:@])[^\s<>"'(),;:@]+@[^\s<>"'(),;:]+/g, '[address]')
}

/** Only the frames: the first lines of a stack repeat the message. */
function stackOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}
