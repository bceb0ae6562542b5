import { AppError } from '../../../errors.ts'

/** The refusal of a sheet of more lines than `SHEET_MAX_LINES`, whatever kind of file it is. */
export const tooManyLines = () =>
  new AppError('invalid_request', { msg: 'A file can have at most 5,000 lines. Import it in parts.' })
