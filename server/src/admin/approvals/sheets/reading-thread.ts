import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import { noteInto } from './entry.ts'
import type { Asked, Sheet } from './read-sheet.ts'
import type { Answer, Ask } from './reading-worker.ts'
import { isZip } from './workbook/read-zip.ts'

const [MEMORY_MB, WORK_MS, THREADS] = [256, 60_000, 2]
const UNREADABLE = 'This file cannot be read as xlsx. Save the sheet as CSV, and choose that file.'
const TOO_LONG = 'Reading this file takes too long. Import it in parts.'
let running = 0

/**
 * Reads a file in a thread of its own with limits of time and memory: what somebody sends must not delay other people's
 * sign-ins.
 *
 * @throws AppError invalid_request for what cannot be read, or not within them; busy
 */
export async function readInThread(file: Buffer, asked: Asked): Promise<Sheet> {
  if (running >= THREADS) throw new AppError('busy')
  running++
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: { file: new Uint8Array(file), asked } satisfies Ask,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // The thread needs nothing of this process, above all not its secrets.
    ...{ env: {}, execArgv: [] },
  })
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(WORK_MS) })) as [Answer]
    if ('refused' in answer) throw new AppError('invalid_request', { msg: answer.refused })
    if ('error' in answer) throw new Error(answer.error)
    return { ...answer.sheet, note: noteInto(answer.sheet) }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', { msg: isZip(file) ? UNREADABLE : TOO_LONG, cause })
  } finally {
    running--
    await worker.terminate()
  }
}
