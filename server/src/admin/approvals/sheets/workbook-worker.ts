import { parentPort, workerData } from 'node:worker_threads'
import type { GridLine } from './guess-columns.ts'
import { readWorkbook } from './read-workbook.ts'

// The thread that `workbook-thread.ts` starts: it reads one file and ends.

export type WorkbookAnswer = { lines: GridLine[] } | { error: string }

const answer: WorkbookAnswer = await readWorkbook(Buffer.from(workerData as Uint8Array)).then(
  (lines) => ({ lines }),
  (error: Error) => ({ error: error.message }),
)
parentPort?.postMessage(answer)
