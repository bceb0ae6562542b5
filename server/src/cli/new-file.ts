import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Context } from './command.ts'
import { notWritten } from './output.ts'

/**
 * Writes a new file, which only this user can read. It has its name once it is complete and on the disk; until then another
 * command that is to write it is refused.
 *
 * @throws Error with a sentence for the operator; nothing is then left
 */
export async function writeNewFile<T>(file: string, fill: (write: Context['write']) => Promise<T>): Promise<T> {
  const failed = (cause: Error) => {
    throw new Error(notWritten(file, cause), { cause })
  }
  const unfinished = `${file}.unfinished`
  const remove = () => rm(unfinished, { force: true })
  const forget = beforeStop(() => opening.then(remove))
  const opening = open(unfinished, 'wx', 0o600)
  try {
    const opened = await opening.catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') return failed(cause)
      const sentence = `${unfinished} is being written, or was left by a command that was killed: remove it then.`
      throw new Error(sentence, { cause })
    })
    try {
      // Not before: who had the unfinished file has named it now.
      if (existsSync(file)) throw new Error(`${file} exists already.`)
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
