import { AppError } from '../../../errors.ts'

/** The trimmed cells of a row by column name. */
export type FileRow = Record<string, unknown>

type Parser<T> = {
  safeParse: (
    row: unknown,
  ) => { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

/** @throws AppError invalid_request with all problems of the row */
export function parseRow<T>(schema: Parser<T>, row: FileRow): T {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const first = issues.filter((issue, index) => issues.findIndex(({ path }) => path[0] === issue.path[0]) === index)
  const msg = first.map(({ path, message }) => `${String(path[0])}: ${message}`).join('; ')
  throw new AppError('invalid_request', { msg })
}
