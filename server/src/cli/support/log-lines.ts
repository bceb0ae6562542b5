import { readFileSync } from 'node:fs'
import { getSystemErrorMessage } from 'node:util'

const LINES_MAX = 500
/** `warn` of the log. */
const LEVEL_LEAST = 40

type Line = {
  level?: unknown
  time?: unknown
  msg?: unknown
  err?: { type?: unknown; code?: unknown; stack?: unknown }
}

/**
 * The newest warnings and errors of a server's log, without what they say beyond the fixed sentence: the kind of the
 * error and the places in the code. Its message may contain what somebody has typed.
 *
 * @throws Error with a sentence for the operator when the file cannot be read
 */
export function readLogLines(file: string): string[] {
  const lines = contentOf(file)
    .split('\n')
    .flatMap((text) => parsed(text) ?? [])
  return lines
    .filter(({ level }) => typeof level === 'number' && level >= LEVEL_LEAST)
    .slice(-LINES_MAX)
    .map(({ level, time, msg, err }) =>
      JSON.stringify({
        ...{ level, time, msg },
        ...(err === undefined ? {} : { type: err.type, code: err.code, frames: framesOf(err.stack) }),
      }),
    )
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { errno, message } = cause as NodeJS.ErrnoException
    const reason = errno === undefined ? message : getSystemErrorMessage(errno)
    throw new Error(`${file} could not be read: ${reason}.`, { cause })
  }
}

function parsed(text: string): Line | null {
  try {
    return JSON.parse(text) as Line | null
  } catch {
    return null
  }
}

const framesOf = (stack: unknown) =>
  String(stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
