import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { appliesEverywhere, type Case } from './chain.ts'
import { hasBegun, hasEnded, type Moment, type Rule } from './matrix.ts'

/** Why a rule does not cover a case. */
export function outsideOf(rule: Rule, { amount, region }: Case, now: Moment): ApprovalReason[] {
  const { rangeFrom, rangeTo, regions } = rule
  const reasons: ApprovalReason[] = []
  if (!rule.isActive) reasons.push('row-inactive')
  if (!hasBegun(rule, now)) reasons.push('row-not-yet-valid')
  if (hasEnded(rule, now)) reasons.push('row-expired')
  if (amount < (rangeFrom ?? 0)) reasons.push('amount-below-range')
  if (rangeTo !== null && amount > rangeTo) reasons.push('amount-above-limit')
  if (!appliesEverywhere(rule) && (region === null || !regions.includes(region))) reasons.push('region-not-covered')
  return reasons
}
