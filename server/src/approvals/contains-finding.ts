import type { ApprovalFinding } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Finding } from './lint.ts'

/** What a finding is about, on one page. */
export type Extent = Pick<Finding, 'code' | 'step' | 'from' | 'to' | 'regions'> & { roleIds: readonly string[] }

const GAPS: readonly ApprovalFinding[] = ['nobody', 'one-apart', 'step-gap']

/** Amounts without an approval, at a step or at all. */
export const isGap = (code: ApprovalFinding) => GAPS.includes(code)

export const extentOf = ({ rules, ...finding }: Finding): Extent => ({
  ...finding,
  roleIds: rules.map(({ applicationRoleId }) => applicationRoleId),
})

/** Whether a finding says all that the other one says, wherever it is. What becomes smaller is not new. */
export function containsFinding(one: Extent, other: Extent): boolean {
  const areGaps = isGap(one.code) && isGap(other.code)
  if (one.code !== other.code && !areGaps) return false
  // A gap has the roles beside it, which change when it becomes smaller. It grows when a step becomes a whole case.
  const isAbout = areGaps ? one.step === null || one.step === other.step : hasItsRoles(one, other)
  const hasAmounts = one.from <= other.from && (one.to === null || (other.to !== null && other.to <= one.to))
  const hasRegions =
    one.regions.length === 0 ||
    (other.regions.length > 0 && other.regions.every((region) => one.regions.includes(region)))
  return isAbout && hasAmounts && hasRegions
}

/** Whether the roles of another finding are among those of this one. */
export const hasItsRoles = (one: Extent, other: Extent) => other.roleIds.every((id) => one.roleIds.includes(id))
