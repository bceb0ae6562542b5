import type { KeyObject } from 'node:crypto'
import { toCef } from '../audit/cef.ts'
import { isWhole, type Period, readLines, readTrail } from '../audit/chain/read-trail.ts'
import { headerLine } from '../audit/chain/trail-file.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Executor } from '../db/database.ts'
import { BYTE_ORDER_MARK } from '../http/csv.ts'
import { sealKeyOf } from './audit-keys.ts'
import { readOneState } from './audit-verify.ts'
import { type Command, type Context, UsageError } from './command.ts'
import { CSV_HEADER, toCsv } from './line-formats.ts'

const FORMATS = ['json', 'csv', 'cef']

/** Writes the audit to standard output. */
export const auditExport: Command = {
  help: 'Write the audit to standard output',
  options: {
    format: { type: 'string', value: 'FORMAT', help: 'json (with the seals, for audit verify --offline), csv or cef' },
    since: { type: 'string', value: 'TIME', help: 'from then on, such as 2026-01-01 or 2026-01-01T08:00:00Z' },
    until: { type: 'string', value: 'TIME', help: 'before then; with format json in whole seals' },
  },
  run: async (context) => {
    const { format = 'json' } = context.options
    if (typeof format !== 'string' || !FORMATS.includes(format))
      throw new UsageError(`--format must be one of ${FORMATS.join(', ')}.`)
    const period = { since: timeOf(context, 'since'), until: timeOf(context, 'until') }
    const db = await context.db()
    await recordAudit(db, { event: 'audit.exported', detail: { filter: { ...period, format }, by: 'gatehouse' } })
    const publicKey = format === 'json' ? await sealKeyOf(context) : null
    await db.transaction(async (tx) => {
      await readOneState(tx)
      for await (const text of format === 'json' ? trail(tx, period, publicKey) : texts(tx, period, format))
        await context.write(text)
    })
    return 0
  },
}

async function* trail(on: Executor, period: Period, publicKey: KeyObject | null) {
  yield `${headerLine(!isWhole(period), publicKey)}\n`
  for await (const item of readTrail(on, period)) yield `${JSON.stringify(item)}\n`
}

async function* texts(on: Executor, period: Period, format: string) {
  if (format === 'csv') yield BYTE_ORDER_MARK + CSV_HEADER
  for await (const lines of readLines(on, period)) yield lines.map(format === 'csv' ? toCsv : toCef).join('')
}

function timeOf({ options }: Context, name: 'since' | 'until'): string | undefined {
  const text = options[name]
  if (typeof text !== 'string') return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new UsageError(`--${name} must be a time, such as 2026-01-01T08:00:00Z.`)
  return time.toISOString()
}
