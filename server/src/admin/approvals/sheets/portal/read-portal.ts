import { plainText, readAmount } from '@gatehouse/contract/read-amount.ts'
import type { Entry, Limits, Note, Place } from '../entry.ts'
import type { Range } from '../read-band.ts'
import { readAction, readBounds, readDay, readRegions, readSequence } from '../read-cells.ts'
import { type Fields, isFields, isInForce, WRAPPINGS_MAX, withKnownNames } from './fields.ts'

type Lists = { roles: unknown[]; approvals: unknown[] }

const ROLES = /^(?:get|all)?applicationroles?(?:maste|master|masters)?$/
const APPROVALS = /^(?:get|all)?docu?me?n?e?t?approvals?(?:maste|master|masters)?$/

/**
 * The lists of an export of the old portal: an object with `applicationRoleMaster` and `documentApprovalMaster`, the answer
 * of one of its calls, or a list alone. `null`: there is none.
 */
export function findLists(json: unknown): Lists | null {
  const lists: Lists = { roles: [], approvals: [] }
  const alone = listOf(json)
  if (alone !== null) {
    for (const one of alone.map((one) => withKnownNames(one)))
      (isApproval(one) ? lists.approvals : lists.roles).push(one)
  } else if (isFields(json))
    for (const [key, value] of Object.entries(json)) {
      const plain = key.toLowerCase().replace(/[^a-z]/g, '')
      if (ROLES.test(plain)) lists.roles = lists.roles.concat((listOf(value) ?? []).map((one) => withKnownNames(one)))
      if (APPROVALS.test(plain))
        lists.approvals = lists.approvals.concat((listOf(value) ?? []).map((one) => withKnownNames(one)))
    }
  return lists.roles.length + lists.approvals.length > 0 ? lists : null
}

const isApproval = (one: unknown) => isFields(one) && ('pageName' in one || 'pageId' in one || 'roleData' in one)

/** Answers of calls have their lists in `data`, or in `rows` of it. */
function listOf(value: unknown, depth = 0): unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isFields(value) || depth > WRAPPINGS_MAX) return null
  const { data, rows } = value
  return data !== undefined ? listOf(data, depth + 1) : Array.isArray(rows) ? rows : null
}

/** What the entries say about one application. Each has a number of its own, and findings name its path. */
export function readPortal({ roles, approvals }: Lists, application: string, note: Note): Entry[] {
  const others = new Map<string, number>()
  const all = [
    ...roles.map((one, at) => ({ one, path: `applicationRoleMaster[${at}]`, isRole: true })),
    ...approvals.map((one, at) => ({ one, path: `documentApprovalMaster[${at}]`, isRole: false })),
  ]
  const entries = all.flatMap(({ one, path, isRole }, at): Entry[] => {
    const line = at + 1
    if (!isFields(one)) {
      note('entry-unreadable', { line, column: path })
      return []
    }
    if (!isInForce(one)) {
      note('entry-inactive', { line, column: path })
      return []
    }
    const named = textOf(one.projectName) || textOf(one.applicationName) || nameOfApplication(one.applicationData)
    if (named === null) note('field-unreadable', { line, column: path }, kindOf(one.projectName ?? one.applicationName))
    else if (named !== '' && plainText(named) !== plainText(application)) {
      others.set(named, (others.get(named) ?? 0) + 1)
      return []
    }
    return readEntry(one, { line, path, isRole }, note)
  })
  if (others.size > 0) {
    const counted = [...others].slice(0, 5).map(([name, count]) => `${name} (${count})`)
    note('other-application', { line: null, column: '' }, counted.join(', '))
  }
  return entries
}

type At = { line: number; path: string; isRole: boolean }

function readEntry(one: Fields, { line, path, isRole }: At, note: Note): Entry[] {
  const place = (field: string): Place => ({ line, column: `${path}.${field}` })
  const read = readerOf(one, place, note)
  const role = isRole ? read('role') || read('roleName') : read('roleName') || read('role')
  if (role === '') {
    note('role-missing', place(isRole ? 'role' : 'roleName'))
    return []
  }
  if (Array.isArray(one.roleData) && one.roleData.length > 1) note('roles-many', place('roleData'))
  const page = isRole ? '' : read('pageName')
  const source = isRole ? one : firstOf(one.roleData)
  const roleId = isRole ? read('roleId') : ''
  const ofClient = readerOf(firstOf(one.clientData), (field) => place(`clientData.${field}`), note)
  return [
    {
      ...{ line, role, client: read('clientName') || ofClient('displayName'), page },
      ...(roleId !== '' && { roleId }),
      limits: readLimits(source, (field) => place(isRole ? field : `roleData[0].${field}`), note),
      days: page === '' ? {} : readDays(one, place, note),
      scope: {},
    },
  ]
}

/** Reads fields as texts, and notes those that are neither text nor number. */
function readerOf(fields: Fields, place: (field: string) => Place, note: Note) {
  return (field: string): string => {
    const text = textOf(fields[field])
    if (text === null) note('field-unreadable', place(field), kindOf(fields[field]))
    return text ?? ''
  }
}

function readLimits(source: Fields, place: (field: string) => Place, note: Note): Limits {
  const limits: Limits = {}
  const read = readerOf(source, place, note)
  const action = read('actionOfRole')
  if (action !== '') {
    const known = readAction(action)
    if (known === null) note('action-unknown', place('actionOfRole'), action)
    else limits.action = known
  }
  if ('sequence' in source) {
    const text = read('sequence')
    const sequence = readSequence(text)
    if (sequence === undefined) note('sequence-unreadable', place('sequence'), text)
    else limits.sequence = sequence
  }
  const named = readNames(source.regions ?? source.region, place('regions'), note)
  const regions = readRegions(named, note, place('regions'))
  if (regions !== null && named.length > 0) limits.regions = regions
  const range = readRange(source, place, note)
  if (range !== null) limits.range = range
  return limits
}

function readNames(sent: unknown, place: Place, note: Note): string[] {
  const names: string[] = []
  for (const one of Array.isArray(sent) ? sent : [sent]) {
    const name = textOf(one)
    if (name === null) {
      note('field-unreadable', place, kindOf(one))
      return []
    }
    if (name !== '') names.push(name)
  }
  return names
}

function readRange(source: Fields, place: (field: string) => Place, note: Note): Range | null {
  if (!('rangeFrom' in source) && !('rangeTo' in source)) return null
  const read = readerOf(source, place, note)
  const [from, to] = (['rangeFrom', 'rangeTo'] as const).map((field) => {
    const text = read(field)
    const amount = readAmount(text)
    if (typeof amount === 'object') return amount.paise
    if (amount === 'unlimited' && field === 'rangeTo') return null
    if (amount === 'none') {
      // Missing, `null`, empty and 'NA' alike. Of what is no text it is said that it cannot be read.
      if (field === 'rangeTo' && textOf(source[field]) !== null) note('unlimited-when-empty', place(field))
      return null
    }
    note(amount === 'other-currency' ? amount : 'amount-unreadable', place(field), text)
    return undefined
  })
  const written = read('bounds')
  const bounds = written === '' ? '[]' : readBounds(written)
  if (bounds === null) note('bounds-unknown', place('bounds'), written)
  if (from === undefined || to === undefined || bounds === null) return null
  return { rangeFrom: from, rangeTo: to, bounds }
}

function readDays(one: Fields, place: (field: string) => Place, note: Note): Entry['days'] {
  const days: Entry['days'] = {}
  const read = readerOf(one, place, note)
  for (const field of ['firstDay', 'lastDay'] as const) {
    if (!(field in one)) continue
    const text = read(field)
    const day = readDay(text)
    if (day === undefined) note('day-unreadable', place(field), text)
    else days[field] = day
  }
  return days
}

const firstOf = (value: unknown): Fields => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return isFields(first) ? first : {}
}

function nameOfApplication(data: unknown): string | null {
  const { name } = firstOf(data)
  return textOf(isFields(name) ? name.description : name)
}

/**
 * A value as text, empty where nothing is, which the old portal writes as 'NA'. `null`: it is neither text nor number.
 */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.trim().toUpperCase() === 'NA' ? '' : value.trim()
  const number = numberOf(value)
  return typeof number === 'string' ? number : null
}

/** Databases numbers as `{"$numberLong": "500000"}`. */
function numberOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const [[key, number] = ['', undefined], second] = Object.entries(value)
  return second === undefined && /^\$number(?:Int|Long|Double|Decimal)$/.test(key) ? number : undefined
}

/** What stands there instead of a text. */
const kindOf = (value: unknown): string =>
  Array.isArray(value) ? '[…]' : typeof value === 'object' ? '{…}' : String(value)
