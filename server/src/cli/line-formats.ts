import type { TrailLine } from '../audit/chain/lines.ts'
import { csvLine } from '../http/csv.ts'

const COLUMNS = [
  'number',
  'id',
  'at',
  'event',
  'actorId',
  'subjectId',
  'sessionId',
  'ip',
] as const satisfies (keyof TrailLine)[]

export const CSV_HEADER = csvLine([...COLUMNS, 'detail'])

export const toCsv = (line: TrailLine): string =>
  csvLine([...COLUMNS.map((column) => line[column] ?? ''), JSON.stringify(line.detail)])
