import type { SheetOptions } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { readGrid, readTextFile, type Sheet } from './read-sheet.ts'

/** Every xlsx file is a ZIP archive, and begins like one. */
const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** @throws AppError invalid_request when the file as a whole cannot be read; busy */
export async function readFile(file: Buffer, asked: SheetOptions & { application: string }): Promise<Sheet> {
  if (!isZip(file)) return readTextFile(file, asked)
  const { readWorkbookInThread } = await import('./workbook-thread.ts')
  return readGrid(await readWorkbookInThread(file), asked)
}
