import type { APPROVAL_FINDINGS } from '@gatehouse/contract/admin/approvals/check.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import { appliesEverywhere, type Case, chain, type MatrixRow } from './chain.ts'

export type Finding = {
  kind: (typeof APPROVAL_FINDINGS)[number]
  roles: string[]
  /** Both inclusive; `to` without a value is unlimited. */
  from: number
  to: number | null
  /** Empty: everywhere; `''`: all regions that no role names. */
  regions: string[]
}

type Problem = Pick<Finding, 'kind' | 'roles'>
type Stretch = { from: number; to: number | null }

/**
 * Checks a matrix: roles that never act, amounts without an approval, and approvals that conflict with each other.
 * Without any row, nothing can be approved.
 */
export function lint(matrix: readonly MatrixRow[]): Finding[] {
  const sound = matrix.filter((row) => problemsOf(row).every(({ kind }) => kind === 'no-sequence'))
  const ofRoles = matrix.flatMap((row) =>
    problemsOf(row).map((problem) => ({ ...problem, from: row.rangeFrom ?? 0, to: row.rangeTo, regions: [] })),
  )
  const classes = regionClasses(sound)
  const found = new Map<string, Finding>()
  for (const region of classes) {
    for (const finding of findingsIn(sound, region)) {
      const key = JSON.stringify(finding)
      const regions = [...(found.get(key)?.regions ?? []), region]
      found.set(key, { ...finding, regions })
    }
  }
  const ofAmounts = [...found.values()].map((finding) =>
    finding.regions.length === classes.length ? { ...finding, regions: [] } : finding,
  )
  return [...ofRoles, ...ofAmounts.sort((a, b) => a.from - b.from)]
}

function problemsOf({ role, rangeFrom, rangeTo, regions, sequence }: MatrixRow): Problem[] {
  const kinds: Problem['kind'][] = []
  if (rangeTo !== null && (rangeFrom ?? 0) > rangeTo) kinds.push('range-upside-down')
  if (regions.length === 0) kinds.push('no-region')
  if (sequence === null) kinds.push('no-sequence')
  return kinds.map((kind) => ({ kind, roles: [role] }))
}

/** The regions that a role names, and `''` for all others: within each of these the same rules apply. */
function regionClasses(matrix: readonly MatrixRow[]): string[] {
  const named = new Set(matrix.filter((row) => !appliesEverywhere(row)).flatMap(({ regions }) => regions))
  const states = Object.keys(REGIONS).filter((code) => code !== 'Panindia')
  const order = states.filter((code) => named.has(code))
  return order.length === states.length ? order : [...order, '']
}

/** The problems of one region, each over the longest range of amounts that has it. */
function findingsIn(matrix: readonly MatrixRow[], region: string): Omit<Finding, 'regions'>[] {
  const open = new Map<string, Problem & Stretch>()
  const all: (Problem & Stretch)[] = []
  for (const { from, to } of stretches(matrix)) {
    // A region class is a region code or '', as `regionClasses` makes it.
    const steps = chain(matrix, { amount: from, region: (region || null) as Case['region'] })
    for (const problem of problemsOfSteps(steps)) {
      const key = JSON.stringify(problem)
      const before = open.get(key)
      if (before !== undefined && before.to === from - 1) before.to = to
      else {
        const next = { ...problem, from, to }
        open.set(key, next)
        all.push(next)
      }
    }
  }
  return all
}

/** Ranges of amounts to which the same rows apply. */
function stretches(matrix: readonly MatrixRow[]): Stretch[] {
  const starts = new Set([0])
  for (const { rangeFrom, rangeTo } of matrix) {
    starts.add(rangeFrom ?? 0)
    if (rangeTo !== null) starts.add(rangeTo + 1)
  }
  const sorted = [...starts].sort((a, b) => a - b)
  return sorted.map((from, index) => {
    const next = sorted[index + 1]
    return { from, to: next === undefined ? null : next - 1 }
  })
}

function problemsOfSteps(steps: MatrixRow[][]): Problem[] {
  const approving = steps.map((rows) => rows.filter(({ action }) => action !== 'Creator'))
  if (approving.every((rows) => rows.length === 0)) return [{ kind: 'nobody', roles: [] }]
  const final = approving.findIndex((rows) => rows.some(({ action }) => action === 'Final Approval'))
  if (final === -1) return [{ kind: 'no-final', roles: [] }, ...overlapsOf(approving)]
  const late = approving.slice(final + 1).flat()
  return [
    ...late.map(({ role }): Problem => ({ kind: 'after-final', roles: [role] })),
    ...overlapsOf(approving.slice(0, final + 1)),
  ]
}

/** Roles that do the same in different steps. */
function overlapsOf(steps: MatrixRow[][]): Problem[] {
  const byAction = Map.groupBy(
    steps.flatMap((rows, step) => rows.map(({ role, action }) => ({ role, action, step }))),
    ({ action }) => action,
  )
  return [...byAction.values()]
    .filter((rows) => new Set(rows.map(({ step }) => step)).size > 1)
    .map((rows) => ({ kind: 'overlap', roles: rows.map(({ role }) => role) }))
}
