import { startConfined } from '../../../confined-process.ts'
import { AppError } from '../../../errors.ts'
import { sourceFile } from '../../../places.ts'
import { noteInto } from './entry.ts'
import type { Asked, Sheet } from './read-sheet.ts'
import type { Answer, Ask } from './reading-worker.ts'
import { isZip } from './workbook/read-zip.ts'
import { makeReadingTurns } from './workbook/reading-turns.ts'

// Within the time in which a request is answered.
const [MEMORY_MB, WORK_MS, PROCESSES] = [256, 12_000, 2]
const UNREADABLE = 'This file cannot be read as xlsx. Save the sheet as CSV, and choose that file.'
const TOO_LONG = 'Reading this file takes too long. Import it in parts.'

const turns = makeReadingTurns(PROCESSES)

/**
 * Reads a file in a process of its own with limits of time and memory: what somebody sends must not delay other people's
 * sign-ins. A person has one process, and people whose files take long share one: another one is left for others.
 *
 * @throws AppError invalid_request for what cannot be read, or not within them; busy
 */
export async function readConfined(personId: string, file: Buffer, asked: Asked): Promise<Sheet> {
  const endTurn = turns.begin(personId, performance.now())
  if (endTurn === null) throw new AppError('busy')
  const reader = startConfined(sourceFile('admin/approvals/sheets/reading-worker.ts'), MEMORY_MB)
  const signal = AbortSignal.timeout(WORK_MS)
  try {
    await reader.isReady(signal)
    const answer = (await reader.ask({ file: new Uint8Array(file), asked } satisfies Ask, signal)) as Answer
    if ('refused' in answer) throw new AppError('invalid_request', { msg: answer.refused })
    if ('error' in answer) throw new Error(answer.error)
    return { ...answer.sheet, note: noteInto(answer.sheet) }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', { msg: isZip(file) && !signal.aborted ? UNREADABLE : TOO_LONG, cause })
  } finally {
    endTurn(performance.now())
    await reader.end()
  }
}
