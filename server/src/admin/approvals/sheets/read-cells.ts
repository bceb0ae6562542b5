import { RANGE_BOUNDS, type RangeBounds, ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { OTHER_DIGITS, plainText } from '@gatehouse/contract/read-amount.ts'
import { ALL_REGIONS, isRegion, regionCode } from '@gatehouse/contract/regions.ts'
import type { Note, Place } from './entry.ts'

/** Panindia as an export writes the region of this name, so that its import is the same. */
export const PANINDIA_AS_IT_IS = 'Panindia (region)'
/** What an export writes where a role has no action, or no region. */
export const NOTHING = 'None'
/** The status of a role without a row in an export. */
export const NO_PAGE = 'No page'

const ACTIONS = new Map<string, (typeof ROLE_ACTIONS)[number] | ''>(
  Object.entries({
    ...Object.fromEntries(ROLE_ACTIONS.map((action) => [action.toLowerCase(), action])),
    ...{ [NOTHING.toLowerCase()]: '', create: 'Creator', maker: 'Creator', approve: 'Approval', approver: 'Approval' },
    ...{ approves: 'Approval', authorise: 'Authorised', authorize: 'Authorised', authorized: 'Authorised' },
    ...{ 'authorized approval': 'Authorised Approval', 'final approver': 'Final Approval', final: 'Final Approval' },
  }),
)
const MARKS = ['x', '✓', '✔', '√', 'yes', 'y', '•', '●']
const NO_AUTHORITY = ['', '-', 'no', 'n', 'nil', 'na', 'n/a', NOTHING.toLowerCase()]

/** `null`: not an action. Empty: none. */
export const readAction = (text: string) => ACTIONS.get(plainText(text)) ?? null
/** A cross is a yes in one sheet and a no in another. */
const CROSSES = ['✗', '✘', '×', '☒', '❌', '✕', '✖']
export const isCross = (text: string) => plainText(text) === 'x' || CROSSES.includes(plainText(text))
export const isMark = (text: string) => MARKS.includes(plainText(text))
export const isTick = (text: string) => isMark(text) && !isCross(text)
export const isNoAuthority = (text: string) => NO_AUTHORITY.includes(plainText(text))

export const readBounds = (text: string): RangeBounds | null =>
  RANGE_BOUNDS.find((bounds) => bounds === text.replace(/\s/g, '')) ?? null

/** `undefined`: it cannot be read. */
export function readSequence(text: string): number | null | undefined {
  const plain = plainText(text)
  if (plain === '' || plain === 'na' || plain === '-' || plain === NOTHING.toLowerCase()) return null
  if (OTHER_DIGITS.test(text)) return undefined
  return /^\d{1,4}$/.test(plain) && Number(plain) <= 1000 ? Number(plain) : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A day such as 2027-04-01 or 1 April 2027. `undefined`: it cannot be read, as 04/03/2027, which is in March for some and in
 * April for others.
 */
export function readDay(text: string): string | null | undefined {
  const plain = plainText(text)
  if (plain === '' || plain === 'na' || plain === '-') return null
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ ,-]*((?:19|20)\d\d)$/.exec(plain) ?? []
  const iso =
    day === '' ? plain : `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(iso)) return undefined
  const moment = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : undefined
}

const EVERYWHERE = ['all', 'all regions', 'everywhere']
const ALL_OF_INDIA = ['panindia', 'pan india', 'pan-india', 'all india']

/** Region codes; notes once each that is no region, and Panindia, which is read as all. `null`: something is no region. */
export function readRegions(texts: readonly string[], note: Note, place: Place): string[] | null {
  const codes = new Set<string>()
  let panindia = ''
  let isReadable = true
  for (const text of new Set(texts.flatMap(partsOf))) {
    const plain = plainText(text)
    if (plain === '' || plain === 'na' || plain === NOTHING.toLowerCase()) continue
    if (EVERYWHERE.includes(plain)) codes.add(ALL_REGIONS)
    else if (ALL_OF_INDIA.includes(plain)) panindia = text
    else if (text === PANINDIA_AS_IT_IS) codes.add('Panindia')
    else if (isRegion(regionCode(text))) codes.add(regionCode(text))
    else {
      note('region-unknown', place, text)
      isReadable = false
    }
  }
  if (!isReadable) return null
  if (panindia !== '') note('panindia', place, panindia)
  return panindia !== '' || codes.has(ALL_REGIONS) ? [ALL_REGIONS] : [...codes]
}

/** Names such as 'Jammu and Kashmir' stay whole. */
function partsOf(text: string): string[] {
  const parts = text.split(/[,;|/\n]/).map((part) => part.trim())
  return parts.flatMap((part) =>
    isRegion(regionCode(part))
      ? [part]
      : part.split(/ (?:and|&) /i).every((one) => isRegion(regionCode(one)))
        ? part.split(/ (?:and|&) /i)
        : [part],
  )
}
