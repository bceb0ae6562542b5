import type { SheetColumn } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { readAmount } from '@gatehouse/contract/read-amount.ts'
import type { Entry, Limits, Note, Place } from './entry.ts'
import type { Column, GridLine } from './guess-columns.ts'
import { type Range, readBand, sharedUnit } from './read-band.ts'
import { isNoAuthority, NO_PAGE, readAction, readBounds, readDay, readRegions, readSequence } from './read-cells.ts'

/** @property unit the unit of amounts that name none; empty: rupees */
type Cell = { text: string; place: Place; unit: string }
type Cells = (meaning: SheetColumn) => Cell | null

/** What a line says beside its bands. `null`: it is empty, or names no role. */
export function readLine(columns: readonly Column[], { line, cells, isHidden }: GridLine, note: Note): Entry | null {
  if (cells.every((cell) => cell === '')) return null
  if (isHidden === true) note('line-hidden', { line, column: '' })
  const cell: Cells = (meaning) => {
    const column = columns.find((one) => one.meaning === meaning)
    if (column === undefined) return null
    return { text: cells[column.index] ?? '', place: { line, column: column.letter }, unit: column.unit }
  }
  const role = cell('role')
  if (role === null) return null
  if (role.text === '') {
    note('role-missing', role.place)
    return null
  }
  return {
    ...{ line, role: role.text, client: cell('client')?.text ?? '', page: cell('page')?.text ?? '' },
    ...{ limits: readLimits(cell, note), days: readDays(cell, note), isPageless: saysNoPage(columns, cells) },
    scope: { ...readScope(cell, note), ...statusOf(columns, cells) },
  }
}

/** Whether the line of an export is about a role without a page. */
const saysNoPage = (columns: readonly Column[], cells: readonly string[]) =>
  columns.some(({ index, heading }) => heading.toLowerCase() === 'status' && cells[index] === NO_PAGE)

/**
 * A merged cell is empty in all lines but its first. A workbook says which cells these are. Of another file it is a guess: without a page
 * such a line would only change what its role may approve, and without a client it would be about another one.
 */
export function noteMergedCells(columns: readonly Column[], body: readonly GridLine[], note: Note): void {
  for (const { index, letter, meaning } of columns) {
    if (meaning === 'ignored' || meaning === 'role') continue
    const isGuessed = meaning === 'page' || meaning === 'client'
    let above = ''
    for (const { line, cells, merged } of body) {
      const isEmptyLine = cells.every((cell) => cell === '')
      const whole = merged?.get(index)
      if (cells[index]) above = cells[index]
      else if (whole !== undefined && !isEmptyLine) note('cell-of-merged', { line, column: letter }, whole)
      else if (isGuessed && above !== '' && !isEmptyLine && !(meaning === 'page' && saysNoPage(columns, cells)))
        note('cell-merged', { line, column: letter }, above)
    }
  }
}

/** Read as empty, such a cell would be an unlimited amount or no end. */
export function noteUncalculated(columns: readonly Column[], body: readonly GridLine[], note: Note): void {
  for (const { index, letter, meaning } of columns)
    for (const { line, uncalculated } of body)
      if (meaning !== 'ignored' && uncalculated?.includes(index)) note('formula-uncalculated', { line, column: letter })
}

function readLimits(cell: Cells, note: Note): Limits {
  const limits: Limits = {}
  const action = cell('action')
  if (action !== null && action.text !== '') {
    const read = readAction(action.text)
    if (read === null) note('action-unknown', action.place, action.text)
    else limits.action = read
  }
  const sequence = cell('sequence')
  if (sequence?.text === '') note('sequence-when-empty', sequence.place)
  else if (sequence !== null) {
    const read = readSequence(sequence.text)
    if (read === undefined) note('sequence-unreadable', sequence.place, sequence.text)
    else limits.sequence = read
  }
  const regions = cell('regions')
  if (regions !== null && regions.text !== '') {
    const read = readRegions([regions.text], note, regions.place)
    if (read !== null) limits.regions = read
  }
  const range = readRange(cell, note)
  if (range !== null) limits.range = range
  return limits
}

function readScope(cell: Cells, note: Note): Entry['scope'] {
  const scope: Entry['scope'] = {}
  for (const which of ['allClients', 'allPages'] as const) {
    const written = cell(which)
    if (written === null || written.text === '') continue
    const says = written.text.toLowerCase()
    if (YES.includes(says)) scope[which] = true
    else if (NO.includes(says)) scope[which] = false
    else note('cell-unknown', written.place, written.text)
  }
  return scope
}

const YES = ['yes', 'y', 'true', 'x']
const NO = ['no', 'n', 'false']

/** By the words of an export; others are noted (`noteStatuses`), and decide nothing. */
function statusOf(columns: readonly Column[], cells: readonly string[]): Pick<Entry['scope'], 'status'> {
  const column = columns.find(({ heading }) => heading.toLowerCase() === 'status')
  const text = cells[column?.index ?? -1]?.toLowerCase() ?? ''
  if (text === 'inactive') return { status: 'INACTIVE' }
  return ACTIVE_STATUSES.includes(text) ? { status: 'ACTIVE' } : {}
}

const ACTIVE_STATUSES = ['not begun', 'ended', 'in force', 'in the draft']

function readDays(cell: Cells, note: Note): Entry['days'] {
  const days: Entry['days'] = {}
  for (const which of ['firstDay', 'lastDay'] as const) {
    const written = cell(which)
    if (written === null) continue
    const day = readDay(written.text)
    if (day === undefined) note('day-unreadable', written.place, written.text)
    else days[which] = day
  }
  const { firstDay, lastDay } = days
  if (firstDay && lastDay && firstDay > lastDay)
    note('days-upside-down', cell('lastDay')?.place as Place, `${firstDay} – ${lastDay}`)
  return days
}

function readRange(cell: Cells, note: Note): Range | null {
  const [whole, bounds] = [cell('range'), cell('bounds')]
  const given = bounds === null || bounds.text === '' ? undefined : readBounds(bounds.text)
  if (given === null) note('bounds-unknown', bounds?.place as Place, bounds?.text)
  const band = whole === null || whole.text === '' ? undefined : readWhole(whole, note)
  const pair = readPair(cell, { given: given ?? undefined, isAlone: band === undefined }, note)
  if (band === null || pair === null || given === null) return null
  if (band !== undefined && given !== undefined && band.bounds !== given) {
    note('columns-differ', whole?.place as Place, whole?.text, bounds?.place.column)
    return null
  }
  if (band !== undefined && pair !== undefined && !isSameRange(band, pair)) {
    note('columns-differ', whole?.place as Place, whole?.text, (filled(cell('to')) ?? cell('from'))?.place.column)
    return null
  }
  return band ?? pair ?? null
}

const filled = (cell: ReturnType<Cells>) => (cell === null || cell.text === '' ? null : cell)
const isSameRange = (one: Range, other: Range) =>
  (one.rangeFrom ?? 0) === (other.rangeFrom ?? 0) && one.rangeTo === other.rangeTo && one.bounds === other.bounds

/** A range in one cell. `null`: it cannot be read. */
function readWhole({ text, place, unit }: Cell, note: Note): Range | null {
  if (isNoAuthority(text)) {
    note('limit-unclear', place, text)
    return null
  }
  const band = readBand(text, unit)
  if (typeof band === 'string') {
    note(band === 'unreadable' ? 'band-unreadable' : band, place, text)
    return null
  }
  if (band.isUnitTaken) note('unit-taken', place, text)
  return { rangeFrom: band.rangeFrom, rangeTo: band.rangeTo, bounds: band.bounds }
}

type PairOptions = { given: Range['bounds'] | undefined; isAlone: boolean }

/** A range in a column for each of its bounds. `undefined`: there is none. `null`: it cannot be read. */
function readPair(cell: Cells, { given, isAlone }: PairOptions, note: Note): Range | null | undefined {
  const [from, to] = [cell('from'), cell('to')]
  if ((from === null && to === null) || (!isAlone && !filled(from) && !filled(to))) return undefined
  if (to === null && isAlone && cell('band') === null) {
    // A sheet without any column of upper limits is refused as a whole.
    const whole = cell('range')
    if (whole !== null) note('limit-unclear', whole.place, from?.text)
    return null
  }
  const shared = from === null || to === null ? '' : sharedUnit(from.text, to.text, from.unit)
  if (shared === 'unclear') {
    note('unit-unclear', from?.place as Place, from?.text)
    return null
  }
  if (shared !== '') note('unit-taken', from?.place as Place, `${from?.text} – ${to?.text}`)
  const lower = from === null ? { paise: 0 } : readBound({ ...from, unit: shared || from.unit }, 'rangeFrom', note)
  const upper = to === null ? { paise: null } : readBound(to, 'rangeTo', note)
  if (lower === null || upper === null) return null
  const isOther = (isIn: boolean | undefined, bound: string | undefined) =>
    isIn !== undefined && given !== undefined && isIn !== '[]'.includes(bound ?? '')
  if (isOther(lower.isIn, given?.[0]) || isOther(upper.isIn, given?.[1])) {
    const bounds = cell('bounds') as Cell
    const other = isOther(lower.isIn, given?.[0]) ? from : to
    note('columns-differ', bounds.place, bounds.text, other?.place.column)
    return null
  }
  if (to?.text === '') note('unlimited-when-empty', to.place)
  const written = `${lower.isIn === false ? '(' : '['}${upper.isIn === false ? ')' : ']'}` as Range['bounds']
  return { rangeFrom: lower.paise, rangeTo: upper.paise, bounds: given ?? written }
}

/** One bound: an amount, or words such as 'above 10 lakh' and 'up to 5 lakh', which also say whether it belongs to the range. */
function readBound(
  { text, place, unit }: Cell,
  which: 'rangeFrom' | 'rangeTo',
  note: Note,
): { paise: number | null; isIn?: boolean } | null {
  const amount = readAmount(text, unit)
  if (typeof amount === 'object') return { paise: amount.paise }
  if (amount === 'none' || (amount === 'unlimited' && which === 'rangeTo')) return { paise: null }
  if (isNoAuthority(text)) {
    if (which === 'rangeFrom') return { paise: null }
    note('limit-unclear', place, text)
    return null
  }
  const band = amount === 'unreadable' ? readBand(text, unit) : amount
  if (typeof band === 'object' && which === 'rangeFrom' && band.rangeTo === null)
    return { paise: band.rangeFrom, isIn: band.bounds.startsWith('[') }
  if (typeof band === 'object' && which === 'rangeTo' && band.rangeFrom === 0 && band.rangeTo !== null)
    return { paise: band.rangeTo, isIn: band.bounds.endsWith(']') }
  note(band === 'other-currency' || band === 'unit-unclear' ? band : 'amount-unreadable', place, text)
  return null
}
