import type { MendKind } from '@gatehouse/contract/admin/approvals/mends.ts'
import { appliesEverywhere } from './chain.ts'
import { containsFinding, type Extent, extentOf } from './contains-finding.ts'
import { type Finding, lintPage, severityOf } from './lint.ts'
import { lintPeople } from './lint-people.ts'
import { compileMatrix, datedRulesOn, type Matrix, type Moment, orderOf, pagesOf, type Rule } from './matrix.ts'
import { areasOf } from './stretches.ts'

/** A change that removes a finding: of what some roles may approve, or of their rows. */
export type Mend = {
  kind: MendKind
  /** The application roles that change, or whose rows go, each once. */
  roles: { id: string; name: string }[]
  /** What these roles may approve then, with inclusive bounds; what is absent stays. */
  limits: Partial<Pick<Rule, 'action' | 'sequence' | 'rangeFrom' | 'rangeTo'>>
  /** The rows that it removes. */
  removed: Rule[]
  /** The role that stays of several that act together. */
  keeps?: { id: string; name: string }
  /** The pages on which something changes. */
  pageIds: string[]
}

type Asked = {
  matrix: Matrix
  clientId: string
  now: Moment
  /** The pages that have the finding. Its `rules` are those of all of them. */
  pageIds: readonly string[]
  finding: Finding
  hasPeople: (rule: Rule) => boolean
}

/** The mends of a finding: each of them removes it on all its pages, and adds none on any page. */
export async function mendsOf(asked: Asked): Promise<Mend[]> {
  const found: Mend[] = []
  for (const mend of candidatesOf(asked)) if (await isMend(asked, mend)) found.push(mend)
  return found
}

/** Whether a finding is of a kind that has mends. If not, it has none; if so, `mendsOf` tells whether one of them helps. */
export function mayBeMended({ code, rules, from, to }: Finding): boolean {
  if (code === 'no-final') return true
  if (REMOVED.includes(code) || code === 'no-sequence' || actTogether({ code, rules })) return true
  return [...besideGap({ code, rules, from, to })].some(hasRules)
}

const hasRules = ({ rules }: { rules: readonly Rule[] }) => rules.length > 0

/** Findings of rows that act on nothing: without them every question has the same answer. */
const REMOVED: readonly Finding['code'][] = ['expired', 'unreachable', 'never-first', 'range-upside-down', 'no-region']
const OVERLAPS: readonly Finding['code'][] = ['overlap', 'shared-bound', 'same-sequence', 'one-is-enough']

type Change = { kind: MendKind; rules: readonly Rule[]; limits: Mend['limits'] }

function candidatesOf(asked: Asked): Mend[] {
  const { finding } = asked
  if (REMOVED.includes(finding.code)) return [removalOf(asked, finding.rules)]
  // Whoever asks for several of them does not want one to approve alone.
  const { parallel } = asked.matrix.routing
  if (actTogether(finding)) return parallel === 'all-of' || parallel === 'one-of' ? leavingOne(asked) : []
  const changes = [...besideGap(finding), ...furtherChanges(asked)].filter(hasRules)
  return changes.map(({ kind, rules, limits }) => {
    const roles = rolesOf(rules)
    const pageIds = pagesOf(asked.matrix)
      .map(({ id }) => id)
      .filter((pageId) =>
        datedRulesOn(asked.matrix, { clientId: asked.clientId, pageId }).some((rule) => isAmong(roles, rule)),
      )
    return { kind, roles, limits, removed: [], pageIds }
  })
}

function removalOf({ matrix }: Asked, rules: readonly Rule[]): Mend {
  const all = rules.some(({ pageId }) => pageId === null) ? pagesOf(matrix).map(({ id }) => id) : []
  const pageIds = [...new Set([...all, ...rules.flatMap(({ pageId }) => pageId ?? [])])]
  return { kind: 'remove-rows', roles: rolesOf(rules), limits: {}, removed: [...rules], pageIds }
}

/** Whether these are roles that are asked about the same cases, in the same step. */
function actTogether({ code, rules }: Pick<Finding, 'code' | 'rules'>): boolean {
  const [first, ...others] = rules
  if (first === undefined || (code !== 'same-sequence' && code !== 'one-is-enough')) return false
  return others.every(
    (one) =>
      (one.rangeFrom ?? 0) === (first.rangeFrom ?? 0) &&
      one.rangeTo === first.rangeTo &&
      one.validFrom === first.validFrom &&
      one.validUntil === first.validUntil &&
      regionsOf(one) === regionsOf(first),
  )
}

const regionsOf = (rule: Rule) => (appliesEverywhere(rule) ? '' : [...rule.regions].sort().join())

/** Whether all of them are meant is for people to say, so each that has people can be the one that stays. */
const leavingOne = (asked: Asked, { rules } = asked.finding): Mend[] =>
  rolesOf(rules.filter(asked.hasPeople)).map((keeps) => ({
    ...removalOf(
      asked,
      rules.filter(({ applicationRoleId }) => applicationRoleId !== keeps.id),
    ),
    ...{ kind: 'leave-one', keeps },
  }))

const rolesOf = (rules: readonly Rule[]) =>
  [...new Map(rules.map((rule) => [rule.applicationRoleId, rule.role]))].map(([id, name]) => ({ id, name }))
const isAmong = (roles: Mend['roles'], rule: Rule) => roles.some(({ id }) => id === rule.applicationRoleId)

/** A gap is closed by one of the ranges beside it; of two ranges that overlap, one is shortened. */
function* besideGap({ code, rules, from, to }: Pick<Finding, 'code' | 'rules' | 'from' | 'to'>): Generator<Change> {
  if (code === 'nobody' || code === 'one-apart' || code === 'step-gap') {
    // A range without an end would be a new authority, not a mend.
    if (to === null) return
    yield { kind: 'raise-end', rules: rules.filter(({ rangeTo }) => rangeTo === from - 1), limits: { rangeTo: to } }
    yield {
      kind: 'lower-start',
      rules: rules.filter(({ rangeFrom }) => rangeFrom === to + 1),
      limits: { rangeFrom: from },
    }
  }
  if (OVERLAPS.includes(code) && to !== null) {
    const ending = rules.filter(({ rangeFrom, rangeTo }) => rangeTo === to && (rangeFrom ?? 0) < from)
    const beginning = rules.filter(({ rangeFrom, rangeTo }) => rangeFrom === from && rangeTo !== to)
    // One range inside the other has no such end.
    if (ending.length + beginning.length < rules.length) return
    yield { kind: 'end-below', rules: ending, limits: { rangeTo: from - 1 } }
    yield { kind: 'begin-above', rules: beginning, limits: { rangeFrom: to + 1 } }
  }
}

function* furtherChanges(asked: Asked): Generator<Change> {
  const { finding } = asked
  if (finding.code === 'no-final')
    yield { kind: 'make-final', rules: lastRules(asked), limits: { action: 'Final Approval' } }
  if (finding.code === 'no-sequence') {
    const others = asked.pageIds.flatMap((pageId) => datedRulesOn(asked.matrix, { clientId: asked.clientId, pageId }))
    const isOwn = (rule: Rule) => isAmong(rolesOf(finding.rules), rule)
    const ends = others.filter((rule) => !isOwn(rule) && rule.action !== 'Creator')
    // Beside others without a sequence it would no longer act together with them.
    if (ends.every(({ sequence }) => sequence !== null))
      yield {
        kind: 'set-sequence',
        rules: finding.rules,
        limits: { sequence: Math.max(0, ...ends.map(orderOf)) + 1 },
      }
  }
}

/** The rules of the last step of each case that a finding is about. */
function lastRules({ matrix, clientId, now, pageIds, finding: { from, to, regions } }: Asked): Rule[] {
  const isWithin = (stretch: { from: number }) => stretch.from >= from && (to === null || stretch.from <= to)
  return pageIds.flatMap((pageId) =>
    areasOf(matrix, { clientId, pageId, now })
      .filter((area) => regions.length === 0 || area.regions.some((region) => regions.includes(region)))
      .flatMap(({ stretches }) => stretches.filter(isWithin))
      .flatMap(({ course }) => course.steps.at(-1)?.rules ?? []),
  )
}

/** The rules of a mended page. */
export const withMend = (rules: readonly Rule[], { roles, limits, removed }: Mend): Rule[] =>
  removed.length > 0
    ? rules.filter(({ id }) => !removed.some((one) => one.id === id))
    : rules.map((rule) => (isAmong(roles, rule) ? { ...rule, ...limits } : rule))

async function isMend({ matrix, clientId, now, pageIds, finding, hasPeople }: Asked, mend: Mend): Promise<boolean> {
  const target = extentOf(finding)
  const findingsOf = (of: Matrix, pageId: string) => {
    const lint = lintPage(of, { clientId, pageId, now })
    return [...lint.findings, ...lintPeople(lint, hasPeople)].map(withSeverity)
  }
  for (const page of pagesOf(matrix).filter(({ id, isActive }) => isActive && mend.pageIds.includes(id))) {
    const former = datedRulesOn(matrix, { clientId, pageId: page.id })
    const rules = withMend(former, mend)
    // A page without rows would be a finding of its own.
    if (rules.length === 0) return false
    if (mend.removed.length === 0 && rules.some((rule) => isAmong(mend.roles, rule) && isUpsideDown(rule))) return false
    const before = findingsOf(matrix, page.id)
    const mended = compileMatrix(matrix.version, [page], rules, matrix.routing)
    const after = findingsOf({ ...mended, catchAlls: matrix.catchAlls }, page.id)
    if (pageIds.includes(page.id) && after.some((one) => containsFinding(target, one))) return false
    if (after.some((one) => isAdded(one, before, target))) return false
    // Lets the server answer other requests in between.
    await new Promise<void>((done) => setImmediate(done))
  }
  return true
}

export type Judged = Extent & { isError: boolean }
export const withSeverity = (finding: Finding): Judged => ({
  ...extentOf(finding),
  isError: severityOf(finding) === 'error',
})

/**
 * Whether a finding was not there before. A warning or note that is known may grow by the amounts of the finding that is mended: where
 * nobody approved, there was nothing else to say.
 */
export const isAdded = (one: Judged, before: readonly Judged[], mended: Extent): boolean =>
  !before.some((known) => containsFinding(known, one) || (!one.isError && containsFinding(joined(known, mended), one)))

function joined(known: Extent, mended: Extent): Extent {
  const areApart =
    (known.to !== null && known.to + 1 < mended.from) || (mended.to !== null && mended.to + 1 < known.from)
  if (areApart) return known
  const to = known.to === null || mended.to === null ? null : Math.max(known.to, mended.to)
  return { ...known, from: Math.min(known.from, mended.from), to }
}

const isUpsideDown = ({ rangeFrom, rangeTo }: Rule) => rangeTo !== null && (rangeFrom ?? 0) > rangeTo
