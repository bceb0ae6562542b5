import { fstatSync, writeFileSync } from 'node:fs'
import { getSystemErrorMessage } from 'node:util'

type Content = string | Uint8Array

/**
 * Standard output of a command. A failure never ends the process: the command must close what it has opened. Once a
 * write has failed, nothing more is written.
 */
export function makeOutput() {
  const { stdout } = process
  // Failures come to the callbacks of the writes.
  stdout.on('error', () => undefined)
  const put = takesAll(stdout) ? putInStream : putInFile
  let failure: NodeJS.ErrnoException | null = null

  /** Writes for a reader who may stop early, such as `head`. After a failure the command goes on to its end. */
  const print = async (content: Content) => {
    if (failure !== null) return
    await put(stdout, content).catch((error) => {
      failure = error
    })
  }
  return {
    print,
    /**
     * Writes what is of use only as a whole.
     *
     * @throws Error with a sentence for the operator, also when the reader has stopped
     */
    write: async (content: Content) => {
      await print(content)
      if (failure === null) return
      throw new Error(hasStopped(failure) ? STOPPED : `${notWritten('The output', failure)} It is not complete.`)
    },
    /** @throws Error with a sentence for the operator when something was not written although its reader waited */
    check: () => {
      if (failure !== null && !hasStopped(failure))
        throw new Error(notWritten('The command was carried out, but its output', failure))
    },
  }
}

const STOPPED = 'The output is not complete: its reader has stopped reading.'

const hasStopped = ({ code }: NodeJS.ErrnoException) => code === 'EPIPE'

/** A sentence for the operator. */
export const notWritten = (what: string, { errno, message }: NodeJS.ErrnoException) =>
  `${what} could not be written: ${errno === undefined ? message : getSystemErrorMessage(errno)}.`

type Stream = NodeJS.WriteStream & { fd: number }

function takesAll(stream: Stream): boolean {
  const stat = fstatSync(stream.fd)
  return stat.isFIFO() || stat.isSocket() || stream.isTTY
}

/** Resolves when the system has the content, so a slow reader slows the command. */
const putInStream = (stream: Stream, content: Content) =>
  new Promise<void>((resolve, reject) => {
    stream.write(content, (error) => (error ? reject(error) : resolve()))
  })

/** The stream would take a write for done of which only the first part had room on the disk. */
const putInFile = async ({ fd }: Stream, content: Content) => writeFileSync(fd, content)
