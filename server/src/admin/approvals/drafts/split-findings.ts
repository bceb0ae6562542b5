import type { ApprovalFinding } from '@gatehouse/contract/admin/approvals/check.ts'
import type { PlacedFinding } from '../lint-approvals.ts'

const GAPS: readonly ApprovalFinding[] = ['nobody', 'one-apart', 'step-gap']

/**
 * Divides the findings of a draft into those that the matrix has today and those that the draft adds, page by page. What
 * becomes smaller, such as a gap that is partly closed, is not new.
 */
export function splitFindings(before: readonly PlacedFinding[], after: readonly PlacedFinding[]) {
  const known = byPage(before)
  const added: PlacedFinding[] = []
  const kept: PlacedFinding[] = []
  const isKnown = (finding: PlacedFinding, page: string) =>
    known.get(keyOf(finding, page))?.some((one) => contains(one, finding)) === true
  for (const finding of after) {
    if (finding.pages.length === 0) {
      ;(isKnown(finding, WHOLE) ? kept : added).push(finding)
      continue
    }
    const pages = finding.pages.map((page) => ({ page, isKnown: isKnown(finding, page.id) }))
    const [former, later] = [pages.filter((one) => one.isKnown), pages.filter((one) => !one.isKnown)]
    if (former.length > 0) kept.push({ ...finding, pages: former.map(({ page }) => page) })
    if (later.length > 0) added.push({ ...finding, pages: later.map(({ page }) => page) })
  }
  return { added, kept }
}

/** The place of a finding about the whole matrix. */
const WHOLE = ''

const keyOf = ({ code }: PlacedFinding, page: string) => `${GAPS.includes(code) ? 'gap' : code} ${page}`

function byPage(findings: readonly PlacedFinding[]): ReadonlyMap<string, PlacedFinding[]> {
  const found = new Map<string, PlacedFinding[]>()
  for (const finding of findings)
    for (const page of finding.pages.length === 0 ? [WHOLE] : finding.pages.map(({ id }) => id)) {
      const key = keyOf(finding, page)
      const others = found.get(key)
      if (others === undefined) found.set(key, [finding])
      else others.push(finding)
    }
  return found
}

/** Whether a finding of today says all that the other one says, wherever it is. */
function contains(today: PlacedFinding, other: PlacedFinding): boolean {
  const isGap = GAPS.includes(today.code) && GAPS.includes(other.code)
  if (today.code !== other.code && !isGap) return false
  // A gap has the roles beside it, which change when it becomes smaller. It grows when a step becomes a whole case.
  const isAbout = isGap ? today.step === null || today.step === other.step : hasRoles(today, other)
  const hasAmounts = today.from <= other.from && (today.to === null || (other.to !== null && other.to <= today.to))
  const hasRegions =
    today.regions.length === 0 ||
    (other.regions.length > 0 && other.regions.every((region) => today.regions.includes(region)))
  return isAbout && hasAmounts && hasRegions
}

const hasRoles = (today: PlacedFinding, other: PlacedFinding) =>
  other.roles.every(({ _id }) => today.roles.some((role) => role._id === _id))
