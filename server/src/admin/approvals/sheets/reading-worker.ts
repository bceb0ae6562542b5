import { answerQuestions } from '../../../confined-process.ts'
import { AppError } from '../../../errors.ts'
import { type Asked, readGrid, readTextFile, type Sheet } from './read-sheet.ts'
import { readWorkbook } from './workbook/read-workbook.ts'
import { isZip } from './workbook/read-zip.ts'

// The process that `read-confined.ts` starts for one file.

export type Ask = { file: Uint8Array; asked: Asked }
/** A function cannot be sent to another process. */
export type Answer = { sheet: Omit<Sheet, 'note'> } | { refused: string } | { error: string }

async function read({ file, asked }: Ask): Promise<Sheet> {
  const bytes = Buffer.from(file)
  if (!isZip(bytes)) return readTextFile(bytes, asked)
  const { lines, ...workbook } = await readWorkbook(bytes)
  return readGrid(lines, asked, workbook)
}

answerQuestions<Ask>(
  (ask): Promise<Answer> =>
    read(ask).then(
      ({ note: _, ...sheet }) => ({ sheet }),
      (error: Error) => (error instanceof AppError ? { refused: error.message } : { error: error.message }),
    ),
)
