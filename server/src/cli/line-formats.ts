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

/** Events that somebody should look at when there are many. */
const SUSPICIOUS = /\.(?:failed|refused|throttled|replayed|code-wrong|current-wrong)$/

/** A line of the Common Event Format, which security systems read. */
export function toCef({ number, id, at, event, actorId, subjectId, sessionId, ip, detail }: TrailLine): string {
  const severity = SUSPICIOUS.test(event) ? 5 : 3
  const fields: [string, string | number | null][] = [
    ['rt', Date.parse(at)],
    ['externalId', id],
    ['cn1', number],
    ['cn1Label', 'number'],
    ['src', ip?.includes(':') ? null : ip],
    ['c6a2', ip?.includes(':') ? ip : null],
    ['c6a2Label', ip?.includes(':') ? 'address' : null],
    ['suid', actorId],
    ['duid', subjectId],
    ['cs1', sessionId],
    ['cs1Label', sessionId === null ? null : 'session'],
    ['msg', JSON.stringify(detail)],
  ]
  const extension = fields.flatMap(([name, value]) => (value === null ? [] : `${name}=${escapeValue(String(value))}`))
  return `CEF:0|Gatehouse|Gatehouse|1|${escapeHeader(event)}|${escapeHeader(event)}|${severity}|${extension.join(' ')}\n`
}

const escapeHeader = (text: string) => text.replace(/[\\|]/g, '\\$&')
const escapeValue = (text: string) => text.replace(/[\\=]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')
