import { toInclusive } from '../../../approvals/bounds.ts'
import type { Entry, Note } from './entry.ts'
import type { Column, GridLine } from './guess-columns.ts'
import { type Range, readBand } from './read-band.ts'
import { isCross, isMark, isNoAuthority, isTick, readAction } from './read-cells.ts'
import { withoutParentheses } from './read-units.ts'

export type BandColumn = Column & { range: Range }

/** Ranges that are less than this apart meet: 'up to 10,000' and '10,001 and above'. */
const RUPEE = 100

/** The bands of a sheet by their headings, lowest first. */
export function readBandColumns(columns: readonly Column[], note: Note): BandColumn[] {
  const bands: BandColumn[] = []
  for (const column of columns) {
    if (column.meaning !== 'band') continue
    const place = { line: null, column: column.letter }
    const band = readBand(withoutParentheses(column.heading), column.unit)
    if (typeof band === 'string') {
      note(band === 'unreadable' ? 'band-unreadable' : band, place, column.heading)
      continue
    }
    const { isUnitTaken, ...range } = band
    if (isUnitTaken) note('unit-taken', place, column.heading)
    const same = bands.find((one) => isSame(one.range, range))
    if (same !== undefined) note('band-twice', place, column.heading, same.letter)
    bands.push({ ...column, range })
  }
  return bands.toSorted((one, other) => lowest(one.range) - lowest(other.range))
}

const lowest = (range: Range) => toInclusive(range).rangeFrom ?? 0
const highest = (range: Range) => toInclusive(range).rangeTo ?? Number.POSITIVE_INFINITY
const isSame = (one: Range, other: Range) => lowest(one) === lowest(other) && highest(one) === highest(other)

type Asked = {
  bands: readonly BandColumn[]
  markAction: string | undefined
  /** Whether another mark than a cross stands in the file. */
  hasTicks: boolean
  /** The columns that say the same as bands and their cells. */
  columns: readonly Column[]
  note: Note
}

/**
 * What the cells below the bands say about a role: one action and one range. `null`: it has no authority in this line, or the
 * line cannot be read.
 */
export function readBandCells(
  entry: Entry,
  { line, cells }: GridLine,
  { bands, markAction, hasTicks, columns, note }: Asked,
): Entry | null {
  const acted: { band: BandColumn; action: string }[] = []
  let isReadable = true
  for (const band of bands) {
    const text = cells[band.index] ?? ''
    const place = { line, column: band.letter }
    const action = readAction(text)
    if (isNoAuthority(text)) continue
    if (isCross(text) && (hasTicks || !isMark(text))) {
      note('mark-unclear', place, text)
      isReadable = false
    } else if (action) acted.push({ band, action })
    else if (isMark(text) && (entry.limits.action ?? markAction) !== undefined)
      acted.push({ band, action: entry.limits.action ?? markAction ?? '' })
    else {
      note(isMark(text) ? 'mark-without-action' : 'cell-unknown', place, text)
      isReadable = false
    }
  }
  if (!isReadable) return null
  const [first] = acted
  const last = acted.at(-1)
  if (first === undefined || last === undefined) {
    note('no-authority', { line, column: '' }, entry.role)
    return null
  }
  const actions = [...new Set(acted.map(({ action }) => action))]
  if (actions.length > 1) {
    note('two-actions', { line, column: last.band.letter }, actions.join(', '))
    return null
  }
  const gap = acted.findIndex(({ band }, place) => {
    const former = acted[place - 1]
    return former !== undefined && lowest(band.range) > highest(former.band.range) + RUPEE
  })
  if (gap > 0) {
    const [former, next] = [acted[gap - 1]?.band, acted[gap]?.band]
    note('bands-apart', { line, column: next?.letter ?? '' }, former?.heading, next?.heading)
    return null
  }
  const range = joined(acted.map(({ band }) => band.range))
  const { limits } = entry
  const differing =
    first.action === '' || (limits.action !== undefined && limits.action !== first.action)
      ? (['action'] as const)
      : limits.range !== undefined && !isSame(limits.range, range)
        ? (['range', 'to', 'from'] as const)
        : undefined
  if (differing !== undefined) {
    const other = columns.find(({ index, meaning }) => differing.some((one) => one === meaning) && cells[index])
    note('columns-differ', { line, column: last.band.letter }, cells[last.band.index], other?.letter)
    return null
  }
  return { ...entry, limits: { ...limits, action: first.action, range } }
}

/** Whether a mark other than a cross stands below the bands. */
export const haveTicks = (bands: readonly BandColumn[], lines: readonly GridLine[]) =>
  bands.some(({ index }) => lines.some(({ cells }) => isTick(cells[index] ?? '')))

/** The range from the lowest of them to the highest. */
function joined(ranges: readonly Range[]): Range {
  const [first] = ranges as [Range]
  const last = ranges.reduce((one, other) => (highest(other) > highest(one) ? other : one))
  const bounds = `${first.bounds[0]}${last.bounds[1]}` as Range['bounds']
  return { rangeFrom: first.rangeFrom, rangeTo: last.rangeTo, bounds }
}
