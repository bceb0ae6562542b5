import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import type { GridLine } from './guess-columns.ts'
import type { WorkbookAnswer } from './workbook-worker.ts'

const [MEMORY_MB, WORK_MS, THREADS] = [256, 20_000, 2]
const UNREADABLE = 'This file cannot be read as xlsx. Save the sheet as CSV, and choose that file.'
let running = 0

/**
 * The cells of a workbook, read in a thread of its own with limits of time and memory: unpacking what somebody sends must not
 * delay other people's sign-ins.
 *
 * @throws AppError invalid_request for what cannot be read within them; busy
 */
export async function readWorkbookInThread(file: Buffer): Promise<GridLine[]> {
  if (running >= THREADS) throw new AppError('busy')
  running++
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: new Uint8Array(file),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // The thread needs nothing of this process, above all not its secrets.
    ...{ env: {}, execArgv: [] },
  })
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(WORK_MS) })) as [WorkbookAnswer]
    if ('error' in answer) throw new Error(answer.error)
    return answer.lines
  } catch (cause) {
    throw new AppError('invalid_request', { msg: UNREADABLE, cause })
  } finally {
    running--
    await worker.terminate()
  }
}
