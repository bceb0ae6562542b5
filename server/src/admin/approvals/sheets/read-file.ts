import type { SheetOptions } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { readTextFile, type Sheet } from './read-sheet.ts'
import { isZip } from './workbook/read-zip.ts'

/** Smaller files are read before a process has begun. */
const SMALL_BYTES = 65_536

/** @throws AppError invalid_request when the file as a whole cannot be read; busy */
export async function readFile(
  personId: string,
  file: Buffer,
  asked: SheetOptions & { application: string },
): Promise<Sheet> {
  if (!isZip(file) && file.length <= SMALL_BYTES) return readTextFile(file, asked)
  const { readConfined } = await import('./read-confined.ts')
  return readConfined(personId, file, asked)
}
