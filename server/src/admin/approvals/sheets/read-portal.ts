import type { Entry, Limits, Note, Place } from './entry.ts'
import { plainText, readAmount } from './read-amount.ts'
import { readAction, readDay, readRegions, readSequence } from './read-cells.ts'

type Fields = Record<string, unknown>
const WRAPPINGS_MAX = 3
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
    for (const one of alone) (isApproval(one) ? lists.approvals : lists.roles).push(one)
  } else if (isFields(json))
    for (const [key, value] of Object.entries(json)) {
      const plain = key.toLowerCase().replace(/[^a-z]/g, '')
      if (ROLES.test(plain)) for (const one of listOf(value) ?? []) lists.roles.push(one)
      if (APPROVALS.test(plain)) for (const one of listOf(value) ?? []) lists.approvals.push(one)
    }
  return lists.roles.length + lists.approvals.length > 0 ? lists : null
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
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
    const named = textOf(one.projectName) || textOf(one.applicationName) || nameOfApplication(one.applicationData)
    if (named !== '' && plainText(named) !== plainText(application)) {
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
  const role = isRole ? textOf(one.role) || textOf(one.roleName) : textOf(one.roleName) || textOf(one.role)
  if (role === '') {
    note('role-missing', place(isRole ? 'role' : 'roleName'))
    return []
  }
  const page = isRole ? '' : textOf(one.pageName)
  const source = isRole ? one : firstOf(one.roleData)
  return [
    {
      ...{ line, role, client: textOf(one.clientName) || textOf(firstOf(one.clientData).displayName), page },
      limits: readLimits(source, (field) => place(isRole ? field : `roleData[0].${field}`), note),
      days: page === '' ? {} : readDays(one, place, note),
    },
  ]
}

function readLimits(source: Fields, place: (field: string) => Place, note: Note): Limits {
  const limits: Limits = {}
  const action = textOf(source.actionOfRole)
  if (action !== '') {
    const read = readAction(action)
    if (read === null) note('action-unknown', place('actionOfRole'), action)
    else limits.action = read
  }
  if ('sequence' in source) {
    const sequence = readSequence(textOf(source.sequence))
    if (sequence === undefined) note('sequence-unreadable', place('sequence'), textOf(source.sequence))
    else limits.sequence = sequence
  }
  if ('regions' in source || 'region' in source) {
    const sent = source.regions ?? source.region
    const names = (Array.isArray(sent) ? sent : [sent]).map(textOf).filter((name) => name !== '')
    const regions = readRegions(names, note, place('regions'))
    if (regions !== null && names.length > 0) limits.regions = regions
  }
  if ('rangeFrom' in source || 'rangeTo' in source) {
    const [from, to] = (['rangeFrom', 'rangeTo'] as const).map((field) => {
      const text = textOf(source[field])
      const amount = readAmount(text)
      if (typeof amount === 'object') return amount.paise
      if (amount === 'none' || (amount === 'unlimited' && field === 'rangeTo')) return null
      note(amount === 'other-currency' ? amount : 'amount-unreadable', place(field), text)
      return undefined
    })
    if (from !== undefined && to !== undefined) limits.range = { rangeFrom: from, rangeTo: to, bounds: '[]' }
  }
  return limits
}

function readDays(one: Fields, place: (field: string) => Place, note: Note): Entry['days'] {
  const days: Entry['days'] = {}
  for (const field of ['firstDay', 'lastDay'] as const) {
    if (!(field in one)) continue
    const day = readDay(textOf(one[field]))
    if (day === undefined) note('day-unreadable', place(field), textOf(one[field]))
    else days[field] = day
  }
  return days
}

/** The old portal writes 'NA' where nothing is. */
const textOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text.toUpperCase() === 'NA' ? '' : text
}

const firstOf = (value: unknown): Fields => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return isFields(first) ? first : {}
}

function nameOfApplication(data: unknown): string {
  const { name } = firstOf(data)
  return textOf(isFields(name) ? name.description : name)
}
