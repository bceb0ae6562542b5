import { SHEET_LINES_LISTED, type SheetLine, type SheetOptions } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import type { Executor } from '../../../db/database.ts'
import { isUserRole } from '../catch-all/user-role.ts'
import type { Entry, Limits, Place } from './entry.ts'
import { isEmptyRange } from './read-band.ts'
import { type KnownRole, readKnown } from './read-known.ts'
import type { Sheet } from './read-sheet.ts'

/** What a draft keeps of a role, as far as a file says it. */
export type RoleColumns = Record<string, unknown>
export type WantedRule = { roleId: string; pageId: string; days: Record<string, string | boolean | null> }
export type Resolved = {
  lines: SheetLine[]
  count: number
  understood: number
  roles: ReadonlyMap<string, RoleColumns>
  rules: readonly WantedRule[]
  /** The clients that the file names. */
  clientIds: string[]
}

type Merged = { role: KnownRole; limits: Limits; lines: Map<keyof Limits, number> }

/** Finds the roles, clients and pages that the lines of a file name, and what they say about them together. */
export async function resolveEntries(
  on: Executor,
  options: SheetOptions,
  { kind, entries, broken, note }: Sheet,
): Promise<Resolved> {
  const known = await readKnown(on, options, entries)
  const merged = new Map<string, Merged>()
  const rules = new Map<string, WantedRule & { line: number }>()
  const clientIds = new Set<string>()
  const lines: SheetLine[] = []
  let understood = 0
  const needsPages =
    options.removesOthers === true && kind !== 'portal' && entries.some(({ page }) => known.pageOf(page))

  // What such a line says about the limit of a role is not known: nothing may then be no limit.
  const unclearLimits = new Map<string, number>()
  for (const { line, client, role, limits } of entries) {
    const of = known.clientOf(client, role)
    if (!broken.has(line) || limits.range !== undefined || typeof of === 'string') continue
    const found = known.roleOf(of._id, role)
    if (found !== undefined) unclearLimits.set(found._id, unclearLimits.get(found._id) ?? line)
  }

  for (const entry of entries) {
    const place: Place = { line: entry.line, column: '' }
    const client = known.clientOf(entry.client, entry.role)
    const isPageless = entry.isPageless === true && entry.page === ''
    // The page that is chosen is for lines that do not say, and an export says so where there is none.
    const page = isPageless ? null : known.pageOf(entry.page)
    if (typeof client === 'string') note(client, place, entry.client)
    else clientIds.add(client._id)
    if (page === undefined) note('page-unknown', place, entry.page)
    if (page === null && needsPages && !isPageless) note('page-missing', place)
    const role = typeof client === 'string' ? undefined : known.roleOf(client._id, entry.role)
    if (role === undefined && typeof client !== 'string')
      note('role-unknown', place, entry.role, client.name, client._id)
    if (role !== undefined && page && isUserRole(role.name)) note('role-user', place)
    const { range } = entry.limits
    if (range !== undefined && isEmptyRange(range)) note('range-upside-down', place, rangeText(range))
    const isWhole = role !== undefined && page !== undefined && !broken.has(entry.line)
    const isUnderstood = isWhole && take(entry, role, page?._id ?? null)
    if (isUnderstood) understood++
    if (lines.length < SHEET_LINES_LISTED)
      lines.push({
        ...{ line: entry.line, role: role?.name ?? entry.role, isUnderstood },
        client: typeof client === 'string' ? entry.client : client.name,
        page: page?.name ?? entry.page,
        ...toWire(entry),
      })
  }
  // A line that could not be read at all has no entry.
  const read = new Set(entries.map(({ line }) => line))
  const unread = [...broken].filter((line) => !read.has(line)).length
  return {
    ...{ lines, count: entries.length + unread, understood, clientIds: [...clientIds] },
    roles: new Map([...merged].map(([id, { role, limits }]) => [id, columnsOf(role, limits)])),
    rules: [...rules.values()].map(({ line: _, ...rule }) => rule),
  }

  /** Adds what a line says to what others have said. @returns whether they agree */
  function take(entry: Entry, role: KnownRole, pageId: string | null): boolean {
    const place: Place = { line: entry.line, column: '' }
    const unclear = unclearLimits.get(role._id)
    if (entry.limits.range?.rangeTo === null && unclear !== undefined) {
      note('says-otherwise', place, role.name, String(unclear))
      return false
    }
    const former: Merged = merged.get(role._id) ?? { role, limits: {}, lines: new Map() }
    for (const field of ['action', 'sequence', 'range', 'regions'] as const) {
      if (entry.limits[field] === undefined) continue
      const isOther =
        former.limits[field] !== undefined && plainOf(former.limits[field]) !== plainOf(entry.limits[field])
      if (isOther) {
        note('says-otherwise', place, role.name, String(former.lines.get(field)))
        return false
      }
    }
    if (pageId !== null) {
      const key = `${role._id} ${pageId}`
      const other = rules.get(key)
      const days = daysOf(entry)
      if (other !== undefined && plainOf(other.days) !== plainOf(days)) {
        note('says-otherwise', place, role.name, String(other.line))
        return false
      }
      if (other !== undefined) note('line-twice', place, role.name, String(other.line))
      else rules.set(key, { roleId: role._id, pageId, days, line: entry.line })
    }
    for (const field of Object.keys(entry.limits) as (keyof Limits)[])
      former.lines.set(field, former.lines.get(field) ?? entry.line)
    merged.set(role._id, { ...former, limits: { ...entry.limits, ...former.limits } })
    return true
  }
}

const plainOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

const daysOf = ({ days: { firstDay, lastDay }, scope: { allClients, allPages, status } }: Entry) => ({
  ...(firstDay !== undefined && { first_day: firstDay }),
  ...(lastDay !== undefined && { last_day: lastDay }),
  ...(allClients !== undefined && { all_clients: allClients }),
  ...(allPages !== undefined && { all_pages: allPages }),
  ...(status !== undefined && { status }),
})

/** Regions in the order in which they are stored, so that an equal set is no change. */
function columnsOf(known: KnownRole, { action, sequence, range, regions }: Limits): RoleColumns {
  const isEverywhere = regions?.includes(ALL_REGIONS) === true
  const isSame = regions !== undefined && plainOf(regions) === plainOf(known.regions)
  return {
    ...(action !== undefined && { action }),
    ...(sequence !== undefined && { sequence }),
    ...(range !== undefined && { range_from: range.rangeFrom, range_to: range.rangeTo, bounds: range.bounds }),
    ...(regions !== undefined && !isSame && { all_regions: isEverywhere, regions: isEverywhere ? [] : regions }),
  }
}

const rupees = (paise: number | null) => (paise === null ? null : paise / 100)
const rangeText = ({ rangeFrom, rangeTo, bounds }: NonNullable<Limits['range']>) =>
  `${bounds[0]}${rupees(rangeFrom) ?? ''}, ${rupees(rangeTo) ?? ''}${bounds[1]}`

function toWire({ limits: { action, sequence, range, regions }, days, scope }: Entry) {
  return {
    ...(action !== undefined && { action }),
    ...(sequence !== undefined && { sequence }),
    ...(range !== undefined && {
      range: { from: rupees(range.rangeFrom), to: rupees(range.rangeTo), bounds: range.bounds },
    }),
    ...(regions !== undefined && { regions }),
    ...days,
    ...scope,
  }
}
