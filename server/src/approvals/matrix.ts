import type { RangeBounds } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { DEFAULT_ROUTING, type ShownRouting } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { appliesEverywhere, type Case, type MatrixRow } from './chain.ts'
import { collectAt, makeStabbingIndex, type StabbingIndex } from './stabbing-index.ts'

/** A row of a compiled matrix: what one role does on a page, for a client. */
export type Rule = MatrixRow & {
  id: string
  roleId: string
  /** The id of the application role that it comes from. */
  applicationRoleId: string
  /** `null`: for every client. */
  clientId: string | null
  /** `null`: on every page. */
  pageId: string | null
  /** The client of its role and the page it was entered on, wherever else it counts. */
  home: { clientId: string; pageId: string }
  /** An inactive one is kept and counts nowhere. */
  isActive: boolean
  /** How the range was entered; `rangeFrom` and `rangeTo` belong to it, whatever this says. */
  bounds: RangeBounds
  /** Milliseconds: the first one at which it counts, and the first one at which it no longer does. `null`: no limit. */
  validFrom: number | null
  validUntil: number | null
  /** Made for the catch-all role: it acts where no other rule does. Such a rule has the id of its application role. */
  isCatchAll?: true
}

export type Page = { id: string; name: string; isActive: boolean }

/** All rules of an application at one version, and its routing. */
export type Matrix = {
  version: number
  routing: ShownRouting
  /** By client: the rule of the catch-all role, which acts in every case that no other rule covers (ADR 0119). */
  catchAlls: ReadonlyMap<string, Rule>
  /** Pages by id and by name in lower case. */
  pages: ReadonlyMap<string, Page>
  /** Rules by client and page, and then by region. */
  places: ReadonlyMap<string, Place>
  /** About what it takes in memory, rather more than less; `npm run bench decisions` measures it. */
  bytes: number
}

/** The rules of one client, or all, on one page, or all. */
type Place = {
  everywhere: StabbingIndex<Rule>
  byRegion: ReadonlyMap<string, StabbingIndex<Rule>>
  /** By the name of the role in lower case. */
  byRole: ReadonlyMap<string, readonly Rule[]>
}

/** Measured with 20,000 rules: a rule, a place with its maps, an index of a region, and each rule in it. */
const BYTES = { rule: 450, place: 1500, index: 400, entry: 40, page: 300 }

/** Compiles the rules of an application, so that a question costs what its own rules cost, however many there are. */
export function compileMatrix(
  version: number,
  pages: readonly Page[],
  rules: readonly Rule[],
  routing: ShownRouting = { ...DEFAULT_ROUTING, catchAllClient: '' },
  catchAlls: readonly CatchAll[] = [],
): Matrix {
  const places = new Map<string, Place>()
  let bytes = pages.length * BYTES.page + rules.length * BYTES.rule
  for (const [key, ofPlace] of Map.groupBy(rules, ({ clientId, pageId }) => placeOf(clientId, pageId))) {
    const [everywhere, regional] = [[], []] as [Rule[], Rule[]]
    for (const rule of ofPlace) (appliesEverywhere(rule) ? everywhere : regional).push(rule)
    const ofRegions = new Map<string, Rule[]>()
    for (const rule of regional)
      for (const region of rule.regions) {
        const known = ofRegions.get(region)
        if (known === undefined) ofRegions.set(region, [rule])
        else known.push(rule)
        bytes += BYTES.entry
      }
    bytes += BYTES.place + ofRegions.size * BYTES.index
    places.set(key, {
      everywhere: makeStabbingIndex(everywhere),
      byRegion: new Map([...ofRegions].map(([region, some]) => [region, makeStabbingIndex(some)])),
      byRole: Map.groupBy(ofPlace, ({ role }) => role.toLowerCase()),
    })
  }
  // A page can be named like the id of another one: the id decides.
  const named = pages.map((page): [string, Page] => [page.name.toLowerCase(), page])
  const byKey = new Map([...named, ...pages.map((page): [string, Page] => [page.id, page])])
  bytes += catchAlls.length * BYTES.rule
  return {
    ...{ version, routing, pages: byKey, places, bytes },
    catchAlls: new Map(catchAlls.map((role) => [role.clientId, catchAllRule(role)])),
  }
}

/** An application role of the name that a matrix names as its catch-all. */
export type CatchAll = Pick<Rule, 'role' | 'roleId' | 'applicationRoleId'> & { clientId: string }

/** It closes the chain: nobody else is asked. */
const catchAllRule = (role: CatchAll): Rule => ({
  ...{ ...role, id: role.applicationRoleId, isCatchAll: true },
  ...{ pageId: null, home: { clientId: role.clientId, pageId: '' } },
  ...{ action: 'Final Approval', sequence: null, rangeFrom: null, rangeTo: null, bounds: '[]', regions: 'All' },
  ...{ isActive: true, validFrom: null, validUntil: null },
})

export type Where = { clientId: string; pageId: string; now: Moment }

/** Milliseconds, by the clock of the database. */
export type Moment = number

export const hasBegun = ({ validFrom }: Rule, now: Moment) => validFrom === null || validFrom <= now
export const hasEnded = ({ validUntil }: Rule, now: Moment) => validUntil !== null && validUntil <= now
export const isInForce = (rule: Rule, now: Moment) => rule.isActive && hasBegun(rule, now) && !hasEnded(rule, now)

/** The rules that act in a case: its ladder, lowest sequence first, without order inside a step. */
export function rulesAt(matrix: Matrix, where: Where, { amount, region }: Case): Rule[] {
  const found: Rule[] = []
  const places = placesOf(matrix, where)
  places.forEach((place, index) => {
    const ofPlace: Rule[] = []
    collectAt(place.everywhere, amount, ofPlace)
    const regional = region === null ? undefined : place.byRegion.get(region)
    if (regional !== undefined) collectAt(regional, amount, ofPlace)
    for (const rule of ofPlace)
      if (isInForce(rule, where.now) && !isReplaced(places, index, rule.role, where.now)) found.push(rule)
  })
  return found.sort((a, b) => orderOf(a) - orderOf(b) || (a.id < b.id ? -1 : 1))
}

/** All rules of a role on a page, whatever their amounts, regions and dates. */
export const rulesOfRole = (matrix: Matrix, where: Where, role: string): Rule[] => {
  const places = placesOf(matrix, where)
  return places.flatMap(({ byRole }, index) =>
    isReplaced(places, index, role, where.now) ? [] : (byRole.get(role.toLowerCase()) ?? []),
  )
}

/** The rules that count on a page now, whatever their amounts and regions. */
export const rulesOn = (matrix: Matrix, where: Where): Rule[] => {
  const places = placesOf(matrix, where)
  return places.flatMap(({ byRole }, index) =>
    [...byRole.values()]
      .flat()
      .filter((rule) => isInForce(rule, where.now) && !isReplaced(places, index, rule.role, where.now)),
  )
}

/**
 * Whether a role has a rule in force that is more specific than those of a place: it says what the role may do here, so a wider rule
 * never adds amounts, regions or another action to it.
 */
const isReplaced = (places: readonly Place[], index: number, role: string, now: Moment): boolean =>
  index > 0 &&
  places.slice(0, index).some(({ byRole }) => byRole.get(role.toLowerCase())?.some((rule) => isInForce(rule, now)))

/** All rules of a page, also those that do not count now or that more specific ones replace. */
export const datedRulesOn = (matrix: Matrix, where: Omit<Where, 'now'>): Rule[] =>
  placesOf(matrix, where).flatMap(({ byRole }) => [...byRole.values()].flat())

/** The next moment at which another set of rules counts; `null`: never. */
export function nextChangeOf(matrix: Matrix, now: Moment): Moment | null {
  let next: Moment | null = null
  for (const { byRole } of matrix.places.values())
    for (const rules of byRole.values())
      for (const { validFrom, validUntil } of rules)
        for (const one of [validFrom, validUntil])
          if (one !== null && one > now && (next === null || one < next)) next = one
  return next
}

/** The client and page of each place that has rules; `null`: all. */
export const placesIn = ({ places }: Matrix): Pick<Rule, 'clientId' | 'pageId'>[] =>
  [...places.values()].flatMap(({ byRole }) => [...byRole.values()].slice(0, 1).flatMap(([rule]) => rule ?? []))

/** The clients that rules are for; `null`: rules for every client. */
export const clientsOf = (matrix: Matrix): (string | null)[] => placesIn(matrix).map(({ clientId }) => clientId)

/** The page that a question names, by its id or its name. */
export const pageMeant = (pages: Matrix['pages'], said: string): Page | undefined =>
  pages.get(said.trim().toLowerCase())

/** All pages, each once. */
export const pagesOf = ({ pages }: Matrix): Page[] => [...new Set(pages.values())]

export const isOfRole = (rule: Rule, role: string) => rule.role.toLowerCase() === role.toLowerCase()

/** Authorised Approval is both in one act (requirement C13). A catch-all role does whatever is to be done but create. */
export const fulfils = ({ action, isCatchAll }: Rule, asked: Rule['action']) =>
  action === asked ||
  (isCatchAll === true && asked !== 'Creator') ||
  (action === 'Authorised Approval' && (asked === 'Approval' || asked === 'Authorised'))

/** Roles without a sequence act last. */
export const orderOf = ({ sequence }: Rule) => sequence ?? Number.POSITIVE_INFINITY

const placeOf = (clientId: string | null, pageId: string | null) => `${clientId ?? ''} ${pageId ?? ''}`

/** The places of a page and client, the most specific one first: a client before all, and then a page before all. */
function placesOf({ places }: Matrix, { clientId, pageId }: Omit<Where, 'now'>): Place[] {
  const keys = [placeOf(clientId, pageId), placeOf(clientId, null), placeOf(null, pageId), placeOf(null, null)]
  return keys.flatMap((key) => places.get(key) ?? [])
}
