import { fstatSync, writeSync } from 'node:fs'
import {
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
} from 'pino'
import { readRedacted, redactSecrets, SERIALIZERS } from './log-redaction.ts'
import { logWritten } from './signals.ts'

/** Structured lines on standard output. Requests are logged without their query, which may contain a token. */
export function makeLog(level: string): Logger {
  const log: Logger = pino(optionsFor(level), makeOutput())
  const { child, setBindings } = log
  // The library does not pass the bindings of a logger to the formatters.
  function redactedChild(this: Logger, fields: Bindings, options?: ChildLoggerOptions) {
    return Reflect.apply(child, this, [redactSecrets(fields), options])
  }
  function setRedacted(this: Logger, fields: Bindings) {
    Reflect.apply(setBindings, this, [redactSecrets(fields)])
  }
  // The library's type parameters for custom levels do not match here.
  return Object.assign(log, { child: redactedChild as unknown as typeof child, setBindings: setRedacted })
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
    // Every method of every logger calls it, so that no line is written around it. The library's own redaction searches
    // for each path in each value, doubles the cost of a line, and leaves the sentence as it is.
    hooks: {
      logMethod(written, write) {
        Reflect.apply(write, this, readRedacted(written))
      },
    },
    serializers: SERIALIZERS,
  }
}
