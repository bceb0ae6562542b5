import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import { type Asked, readGrid, readTextFile, type Sheet } from './read-sheet.ts'
import { readWorkbook } from './workbook/read-workbook.ts'
import { isZip } from './workbook/read-zip.ts'

// The thread that `reading-thread.ts` starts: it reads one file and ends.

export type Ask = { file: Uint8Array; asked: Asked }
/** A function cannot be sent to another thread. */
export type Answer = { sheet: Omit<Sheet, 'note'> } | { refused: string } | { error: string }

async function read({ file, asked }: Ask): Promise<Sheet> {
  const bytes = Buffer.from(file)
  if (!isZip(bytes)) return readTextFile(bytes, asked)
  const { lines, ...workbook } = await readWorkbook(bytes)
  return readGrid(lines, asked, workbook)
}

const answer: Answer = await read(workerData as Ask).then(
  ({ note: _, ...sheet }) => ({ sheet }),
  (error: Error) => (error instanceof AppError ? { refused: error.message } : { error: error.message }),
)
parentPort?.postMessage(answer)
