import { fstatSync, writeSync } from 'node:fs'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** Never in a log, wherever they turn up (ASVS 16.2.5). */
const SECRETS = [
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
]

/** Structured lines on standard output. Requests are logged without their query: it may hold a token. */
export const makeLog = (level: string): Logger => pino(optionsFor(level), makeOutput())

/** What waits for a reader that has stopped; later lines are dropped. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024

/** Nothing waits for the output or fails with it: a full disk, or a reader that has stopped or gone, costs lines alone. */
function makeOutput(): DestinationStream {
  const { stdout } = process
  const stat = fstatSync(stdout.fd)
  // A stream on a file ends with its first failure. A file is tried again at the next line: there may be space by then.
  if (!stat.isFIFO() && !stat.isSocket() && !stdout.isTTY) return { write: writeToFile }
  return {
    write: (line) => {
      if (stdout.writable && stdout.writableLength < WAITING_MAX_BYTES) stdout.write(line)
    },
  }
}

function writeToFile(line: string) {
  try {
    writeSync(process.stdout.fd, line)
  } catch {
    // The log is the only place where this could be said.
  }
}

function optionsFor(level: string): LoggerOptions {
  return {
    level,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]), censor: '[redacted]' },
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

/** Reset and set-up links carry their secret in the path, and so do requests of applications that wait. */
function withoutSecrets(url: string): string {
  return (url.split('?')[0] as string).replace(/^\/(resetpassword|setup|oauth2\/authorize)\/.*/i, '/$1/[redacted]')
}

/** What an error says, without whom it is about. */
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

/** Mail servers repeat in their refusals to whom a message went. */
const withoutAddresses = (message: string) => message.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')

/** The frames alone: the first lines of a stack repeat the message. */
function stackOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}
