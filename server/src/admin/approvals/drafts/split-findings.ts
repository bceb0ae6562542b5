import type { ApprovalFinding } from '@gatehouse/contract/admin/approvals/check.ts'
import type { PlacedFinding } from '../lint-approvals.ts'

const GAPS: readonly ApprovalFinding[] = ['nobody', 'one-apart', 'step-gap']

/**
 * Divides the findings of a draft into those that the matrix has today and those that the draft adds, page by page. What
 * becomes smaller, such as a gap that is partly closed, is not new.
 */
export function splitFindings(before: readonly PlacedFinding[], after: readonly PlacedFinding[]) {
  const added: PlacedFinding[] = []
  const kept: PlacedFinding[] = []
  for (const finding of after) {
    if (finding.pages.length === 0) {
      const isKnown = before.some((known) => known.pages.length === 0 && contains(known, finding))
      ;(isKnown ? kept : added).push(finding)
      continue
    }
    const hasIt = ({ id }: { id: string }) =>
      before.some((known) => known.pages.some((page) => page.id === id) && contains(known, finding))
    const [known, unknown] = [finding.pages.filter(hasIt), finding.pages.filter((page) => !hasIt(page))]
    if (known.length > 0) kept.push({ ...finding, pages: known })
    if (unknown.length > 0) added.push({ ...finding, pages: unknown })
  }
  return { added, kept }
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
