import { countsOf } from './apply-file.ts'
import type { FieldChange, RecordChange } from './differences.ts'

const WORDS: Record<RecordChange['change'], string> = {
  create: 'Create',
  change: 'Change',
  delete: 'Delete',
  surplus: 'Would be deleted only with --delete:',
  kept: 'Stays stricter than the file:',
}

/** The changes in words, planned or made. Those that decide where codes, links and tokens go stand apart. */
export function describe(changes: readonly RecordChange[], isDry: boolean): string[] {
  if (changes.length === 0) return ['There is nothing to do: the portal is as the file says.']
  const carriers = changes.filter(({ isCarrier }) => isCarrier)
  return [
    ...changes.filter(({ isCarrier }) => !isCarrier).flatMap(linesOf),
    ...(carriers.length === 0 ? [] : [CARRIERS]),
    ...carriers.flatMap(linesOf),
    summaryOf(changes, isDry),
  ]
}

const CARRIERS =
  'The following decide where codes, links and tokens go. A person who receives these can sign in as anyone: check each of them.'

function summaryOf(changes: readonly RecordChange[], isDry: boolean): string {
  const { create, change, delete: deleted, surplus, kept } = countsOf(changes)
  const left = [
    ...(surplus === 0 ? [] : [`, ${surplus} that are not in the file`]),
    ...(kept === 0 ? [] : [`, ${kept} that stay stricter than the file`]),
  ].join('')
  return isDry
    ? `${create} to create, ${change} to change, ${deleted} to delete${left}.`
    : `Done: ${create} created, ${change} changed, ${deleted} deleted${left}.`
}

const linesOf = ({ change, section, name, fields }: RecordChange): string[] => [
  `${WORDS[change]} ${section} ${quoted(name)}`,
  ...fields.flatMap((field) => (change === 'kept' ? keptLines : fieldLines)(field).map((line) => `    ${line}`)),
]

const keptLines = ({ field, before, after }: FieldChange): string[] => [
  `${field}: ${shown(before)} stays; the file says ${shown(after)}`,
]

function fieldLines({ field, before, after, isSecret, from }: FieldChange): string[] {
  const source = from === undefined ? '' : `, from ${quoted(from)}`
  if (isSecret) return [`${field}: ${before === undefined ? '' : `${before} → `}${after}${source}`]
  if (before === undefined) return [`${field}: ${shown(after)}`]
  if (Array.isArray(before) && Array.isArray(after)) return listLines(field, before, after)
  if (isLong(before) || isLong(after)) return [`${field}:`, ...textLines(String(before), String(after))]
  return [`${field}: ${shown(before)} → ${shown(after)}`]
}

function listLines(field: string, before: unknown[], after: unknown[]): string[] {
  const [was, is] = [before.map(shown), after.map(shown)]
  const lines = [
    ...was.filter((one) => !is.includes(one)).map((one) => `  − ${one}`),
    ...is.filter((one) => !was.includes(one)).map((one) => `  + ${one}`),
  ]
  return [`${field}:`, ...(lines.length === 0 ? ['  in another order'] : lines)]
}

const isLong = (value: unknown) => typeof value === 'string' && value.includes('\n')

/** The lines between the first and the last that differ. */
function textLines(before: string, after: string): string[] {
  const [was, is] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(was.length, is.length) && was[start] === is[start]) start++
  let end = 0
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end++
  const part = (lines: string[], sign: string) =>
    lines.slice(start, lines.length - end).map((line) => `  ${sign} ${shown(line)}`)
  return [`  from line ${start + 1}`, ...part(was, '−'), ...part(is, '+')]
}

/** As JSON, so that no value can write over other lines of a terminal. */
const shown = (value: unknown) => (value === undefined ? 'nothing' : quoted(value))

// Control characters of the second block are left as they are by JSON.
const quoted = (value: unknown) =>
  (JSON.stringify(value) ?? '').replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
