import { existsSync, statSync } from 'node:fs'
import { open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Context } from './command.ts'
import { notWritten } from './output.ts'

/**
 * Writes a new file, which only this user can read. It has its name once it is complete and on the disk; until then another
 * command that is to write it is refused.
 *
 * @throws Error with a sentence for the operator; nothing is then left
 */
export const writeNewFile = <T>(file: string, fill: Fill<T>): Promise<T> => writeBeside(file, fill, null)

type Fill<T> = (write: Context['write']) => Promise<T>

/**
 * The same for a file that may be there already, and has its former content until then. Its rights stay. What is no ordinary file,
 * such as `/dev/stdout`, is written to.
 */
export async function writeFileAgain(file: string, content: string): Promise<void> {
  const former = statSync(file, { throwIfNoEntry: false })
  if (former !== undefined && !former.isFile()) return writeFile(file, content).catch(failedTo(file))
  // A link goes on leading to the file.
  const place = former === undefined ? file : await realpath(file)
  return writeBeside(place, (write) => write(content), former?.mode ?? 0o666)
}

const failedTo = (file: string) => (cause: Error) => {
  throw new Error(notWritten(file, cause), { cause })
}

/** @param replaced the rights of a file that may be replaced; `null`: none may */
async function writeBeside<T>(file: string, fill: Fill<T>, replaced: number | null): Promise<T> {
  const failed = failedTo(file)
  // What a killed command has left keeps no export that is made each night from being made.
  const unfinished = replaced === null ? `${file}.unfinished` : `${file}.${process.pid}.unfinished`
  const remove = () => rm(unfinished, { force: true })
  const forget = beforeStop(() => opening.then(remove))
  const opening = open(unfinished, 'wx', replaced ?? 0o600)
  try {
    const opened = await opening.catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') return failed(cause)
      const sentence = `${unfinished} is being written, or was left by a command that was killed: remove it then.`
      throw new Error(sentence, { cause })
    })
    try {
      // Not before: who had the unfinished file has named it now.
      if (replaced === null && existsSync(file)) throw new Error(`${file} exists already.`)
      if (replaced !== null && existsSync(file)) await opened.chmod(replaced).catch(failed)
      const result = await fill((content) => opened.writeFile(content).catch(failed))
      await opened.sync().catch(failed)
      await rename(unfinished, file).catch(failed)
      await syncFolder(dirname(file)).catch(failed)
      return result
    } catch (error) {
      await remove()
      throw error
    } finally {
      await opened.close()
    }
  } finally {
    forget()
  }
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** Does this before a signal ends the process. @returns what forgets it */
function beforeStop(work: () => Promise<void>): () => void {
  const stop = (signal: NodeJS.Signals) => {
    const end = () => {
      forget()
      process.kill(process.pid, signal)
    }
    work().then(end, end)
  }
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return forget
}

async function syncFolder(folder: string) {
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}
