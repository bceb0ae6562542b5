import type { SheetColumn } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { Entry, Limits, Note, Place } from './entry.ts'
import type { Column, GridLine } from './guess-columns.ts'
import { readAmount } from './read-amount.ts'
import { type Range, readBand } from './read-band.ts'
import { readAction, readBounds, readDay, readRegions, readSequence } from './read-cells.ts'

type Cells = (meaning: SheetColumn) => { text: string; place: Place } | null

/** What a line says beside its bands. `null`: it is empty, or names no role. */
export function readLine(columns: readonly Column[], { line, cells }: GridLine, note: Note): Entry | null {
  if (cells.every((cell) => cell === '')) return null
  const cell: Cells = (meaning) => {
    const column = columns.find((one) => one.meaning === meaning)
    return column === undefined ? null : { text: cells[column.index] ?? '', place: { line, column: column.letter } }
  }
  const role = cell('role')
  if (role === null) return null
  if (role.text === '') {
    note('role-missing', role.place)
    return null
  }
  return {
    ...{ line, role: role.text, client: cell('client')?.text ?? '', page: cell('page')?.text ?? '' },
    ...{ limits: readLimits(cell, note), days: readDays(cell, note) },
  }
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
  if (sequence !== null) {
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
  const [from, to, whole, bounds] = [cell('from'), cell('to'), cell('range'), cell('bounds')]
  if (whole !== null) {
    if (whole.text === '') return null
    const band = readBand(whole.text)
    if (typeof band === 'string') {
      note(band === 'unreadable' ? 'band-unreadable' : band, whole.place, whole.text)
      return null
    }
    if (band.isUnitTaken) note('unit-taken', whole.place, whole.text)
    return { rangeFrom: band.rangeFrom, rangeTo: band.rangeTo, bounds: band.bounds }
  }
  if (from === null && to === null) return null
  const lower = from === null ? { paise: 0, isIn: true } : readBound(from, 'rangeFrom', note)
  const upper = to === null ? { paise: null, isIn: true } : readBound(to, 'rangeTo', note)
  const given = bounds === null || bounds.text === '' ? undefined : readBounds(bounds.text)
  if (given === null) note('bounds-unknown', bounds?.place as Place, bounds?.text)
  if (lower === null || upper === null || given === null) return null
  if (to?.text === '') note('unlimited-when-empty', to.place)
  const written = `${lower.isIn ? '[' : '('}${upper.isIn ? ']' : ')'}` as Range['bounds']
  return { rangeFrom: lower.paise, rangeTo: upper.paise, bounds: given ?? written }
}

/** One bound: an amount, or words such as 'above 10 lakh' and 'up to 5 lakh', which also say whether it belongs to the range. */
function readBound(
  { text, place }: { text: string; place: Place },
  which: 'rangeFrom' | 'rangeTo',
  note: Note,
): { paise: number | null; isIn: boolean } | null {
  const amount = readAmount(text)
  if (typeof amount === 'object') return { paise: amount.paise, isIn: true }
  if (amount === 'none' || (amount === 'unlimited' && which === 'rangeTo')) return { paise: null, isIn: true }
  const band = amount === 'unreadable' ? readBand(text) : amount
  if (typeof band === 'object' && which === 'rangeFrom' && band.rangeTo === null)
    return { paise: band.rangeFrom, isIn: band.bounds.startsWith('[') }
  if (typeof band === 'object' && which === 'rangeTo' && band.rangeFrom === 0 && band.rangeTo !== null)
    return { paise: band.rangeTo, isIn: band.bounds.endsWith(']') }
  note(band === 'other-currency' ? band : 'amount-unreadable', place, text)
  return null
}
