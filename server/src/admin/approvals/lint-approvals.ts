import type { ApprovalFinding, FindingSeverity } from '@gatehouse/contract/admin/approvals/check.ts'
import { FINDING_SEVERITIES } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Facts } from '../../approvals/decide.ts'
import { about, type Finding, lintPage, type PageLint, severityOf } from '../../approvals/lint.ts'
import { lintPeople } from '../../approvals/lint-people.ts'
import {
  datedRulesOn,
  type Matrix,
  type Moment,
  type Page,
  pagesOf,
  placesIn,
  type Rule,
} from '../../approvals/matrix.ts'
import { inTurns } from '../../in-turns.ts'
import { type IntendedGap, markOf } from './intended/read-intended-gaps.ts'

/** A finding of one or more pages; without a page it is about the whole matrix. */
export type PlacedFinding = Finding & {
  severity: FindingSeverity
  pages: Page[]
  roles: { _id: string; name: string; clientId: string }[]
  rows: string[]
}

export type Lint = {
  pages: Page[]
  findings: PlacedFinding[]
  /** Gaps that are meant, each on its page with the id of its mark. They are in no finding. */
  intended: { id: string; gap: PlacedFinding }[]
  /** What each active page asks for, for whoever counts people later. */
  lints: PageLint[]
}

type Asked = {
  matrix: Matrix
  clientId: string
  now: Moment
  /** Without them application and client are not judged. */
  facts?: Pick<Facts, 'isApplicationActive' | 'client'>
  /** Only this page. */
  pageId?: string | undefined
  /** The marks of gaps that are meant. */
  marks?: readonly IntendedGap[]
  /** How many active people have each of these roles, by the role in lower case. Without it people are not judged. */
  countPeople?: (roles: string[]) => Promise<ReadonlyMap<string, { count: number }>>
  /** Whether pages without rows are noted. For many clients these notes are many times the rest. */
  hasEmptyPages?: boolean
}

/** What is odd about the approvals of a client, most severe first. */
export async function lintApprovals({
  matrix,
  clientId,
  now,
  facts,
  pageId,
  countPeople,
  marks = [],
  hasEmptyPages = true,
}: Asked): Promise<Lint> {
  const rulesOf = (page: Page) => datedRulesOn(matrix, { clientId, pageId: page.id })
  const ruled = pagesWithRules(matrix, clientId)
  const caught = matrix.catchAlls.get(clientId)
  const judged = pagesToApprove(matrix, clientId).filter(({ id, isActive }) => isActive && (pageId ?? id) === id)
  const placed: { page: Page | null; finding: Finding }[] = []
  const own = marks.filter((mark) => mark.clientId === clientId)
  const intended: Lint['intended'] = []
  const note = (page: Page | null, finding: Finding) => {
    const mark = page === null ? undefined : markOf(own, page.id, finding)
    if (mark === undefined) placed.push({ page, finding })
    else intended.push(...joinPages([{ page, finding }]).map((gap) => ({ id: mark.id, gap })))
  }

  if (facts?.isApplicationActive === false) note(null, whole('application-inactive'))
  if (facts?.client?.isActive === false) note(null, whole('client-inactive'))
  if (ruled.length === 0 && caught === undefined) note(null, whole('no-rows'))
  for (const page of hasEmptyPages ? byName(matrix) : ruled) {
    if (pageId !== undefined && page.id !== pageId) continue
    const rules = rulesOf(page)
    if (!page.isActive && rules.length > 0) note(page, { ...whole('page-inactive'), rules })
    if (page.isActive && rules.length === 0 && ruled.length > 0 && caught === undefined)
      note(page, whole('page-without-rows'))
  }

  const lints: { page: Page; lint: PageLint }[] = []
  for await (const page of inTurns(judged, 1)) {
    const lint = lintPage(matrix, { clientId, pageId: page.id, now })
    for (const finding of lint.findings) note(page, finding)
    lints.push({ page, lint })
  }
  const asked = lints.flatMap(({ lint }) => lint.asked.map(({ role }) => role))
  if (caught !== undefined) asked.push(caught.role)
  const people = asked.length > 0 ? await countPeople?.(asked) : undefined
  if (people !== undefined && caught !== undefined && !hasPeople(people, caught))
    note(null, about('catch-all-without-people', caught))
  if (people !== undefined)
    for (const { page, lint } of lints)
      for (const finding of lintPeople(lint, (rule) => hasPeople(people, rule))) note(page, finding)
  return { pages: judged, findings: joinPages(placed), intended, lints: lints.map(({ lint }) => lint) }
}

export const hasPeople = (people: ReadonlyMap<string, { count: number }>, { role }: Rule) =>
  (people.get(role.toLowerCase())?.count ?? 0) > 0

/** The pages on which a client has rules, also such as have ended or not begun, by name. */
export function pagesWithRules(matrix: Matrix, clientId: string): readonly Page[] {
  const ruled = ruledPagesOf(matrix)
  const ids = new Set([...(ruled.get(clientId) ?? []), ...(ruled.get(null) ?? [])])
  if (ids.has(null)) return byName(matrix)
  return [...ids].flatMap((id) => matrix.pages.get(id ?? '') ?? []).sort(inOrder)
}

/** The pages of the rules of each client, or of all. `null`: all pages. */
type RuledPages = ReadonlyMap<string | null, ReadonlySet<string | null>>
const RULED = new WeakMap<Matrix, RuledPages>()

/** Read once for a matrix: a comparison asks for each of thousands of clients, and most pages have no rules of most clients. */
function ruledPagesOf(matrix: Matrix): RuledPages {
  const known = RULED.get(matrix)
  if (known !== undefined) return known
  const ruled = new Map<string | null, Set<string | null>>()
  for (const { clientId, pageId } of placesIn(matrix)) {
    const pages = ruled.get(clientId) ?? new Set()
    ruled.set(clientId, pages.add(pageId))
  }
  RULED.set(matrix, ruled)
  return ruled
}

/** The pages on which documents of a client can be approved: all, where a role catches what no rule covers. */
export const pagesToApprove = (matrix: Matrix, clientId: string): readonly Page[] =>
  matrix.catchAlls.has(clientId) ? byName(matrix) : pagesWithRules(matrix, clientId)

const SORTED = new WeakMap<Matrix, readonly Page[]>()
const ORDER = new Intl.Collator('en')
const inOrder = (a: Page, b: Page) => ORDER.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)

function byName(matrix: Matrix): readonly Page[] {
  const known = SORTED.get(matrix)
  if (known !== undefined) return known
  const sorted = pagesOf(matrix).sort(inOrder)
  SORTED.set(matrix, sorted)
  return sorted
}

const whole = (code: ApprovalFinding): Finding => ({ code, rules: [], step: null, from: 0, to: null, regions: [] })

/** Equal findings of several pages become one: range and sequence are those of the role. */
function joinPages(placed: readonly { page: Page | null; finding: Finding }[]): PlacedFinding[] {
  const found = new Map<string, PlacedFinding>()
  for (const { page, finding } of placed) {
    const { rules, ...rest } = finding
    const roles = [...new Map(rules.map((rule) => [rule.applicationRoleId, rule])).values()].map((rule) => ({
      ...{ _id: rule.applicationRoleId, name: rule.role, clientId: rule.home.clientId },
    }))
    const key = JSON.stringify([rest, roles, page === null])
    const rows = rules.map(({ id }) => id)
    const known = found.get(key)
    if (known === undefined)
      found.set(key, {
        ...{ ...rest, rules: [...rules], rows, severity: severityOf(finding), pages: page === null ? [] : [page] },
        roles,
      })
    else {
      known.rules.push(...rules)
      known.rows.push(...rows)
      if (page !== null) known.pages.push(page)
    }
  }
  return [...found.values()].sort(bySeverity)
}

export function bySeverity(a: PlacedFinding, b: PlacedFinding): number {
  const rank = ({ severity }: PlacedFinding) => FINDING_SEVERITIES.indexOf(severity)
  const names = ({ roles }: PlacedFinding) => roles.map(({ name }) => name).join()
  return rank(a) - rank(b) || a.from - b.from || names(a).localeCompare(names(b), 'en')
}
