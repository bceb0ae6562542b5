import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { type Matrix, type Page, type Rule, rulesOfRole } from './matrix.ts'
import { type Asked, type Question, type RoleAction, readQuestion } from './read-question.ts'
import { courseOf, type Step } from './steps.ts'

/** What the database says about the person and the client of a question, at the version of the matrix. */
export type Facts = {
  isApplicationActive: boolean
  /** `null`: there is no such client. */
  client: { id: string; isActive: boolean } | null
  /** `null`: the application is not assigned to this person for this client. */
  person: { isActive: boolean; isCurrent: boolean; role: string } | null
}

export type Decision = {
  isAllowed: boolean
  /** Never empty. `row-allows` and nothing else with an allow. */
  reasons: ApprovalReason[]
  version: number
  /** The rules that allow it, or else those of the person that were considered. */
  rules: Rule[]
  /** The steps that are not approved yet, in order; those of the first one may act now. */
  needed: Step[]
}

/** Answers one question. Whatever no rule covers is denied. */
export function decide(matrix: Matrix, question: Question, facts: Facts): Decision {
  const ladder = readLadder(matrix, question, facts)
  const { version } = matrix
  if (Array.isArray(ladder)) return deny(version, [...ladder, ...aboutPerson(facts)])
  const { needed } = ladder
  const [unknown] = aboutPerson(facts)
  if (unknown !== undefined || facts.person === null) return { ...deny(version, [unknown ?? 'not-assigned']), needed }
  const { role } = facts.person
  const held = ladder.acting.filter((rule) => isOf(rule, role) && fulfils(rule, ladder.asked.action))
  if (held.length === 0) return { ...explainMissing(matrix, ladder, role), needed }
  const judged = held.map((rule) => ({ rule, reasons: aboutTurn(ladder, rule) }))
  const allowed = judged.filter(({ reasons }) => reasons.length === 0).map(({ rule }) => rule)
  if (allowed.length > 0) return { isAllowed: true, reasons: ['row-allows'], version, rules: allowed, needed }
  const reasons = [...new Set(judged.flatMap((one) => one.reasons))]
  return { isAllowed: false, reasons, version, rules: held, needed }
}

/** What a case needs, whoever asks. */
export type Ladder = {
  asked: Asked
  where: { clientId: string; pageId: string }
  /** Rules of this case with the kind of action that is asked for: creation, or approval. */
  acting: Rule[]
  steps: Step[]
  /** Rules after the step of the final approval. */
  after: Rule[]
  approvedBy: ReadonlyMap<string, string>
  needed: Step[]
}

/** The ladder of a case, or the reasons for which there is none. */
export function readLadder(
  matrix: Matrix,
  question: Question,
  facts: Omit<Facts, 'person'>,
): Ladder | ApprovalReason[] {
  const asked = readQuestion(question)
  const page = matrix.pages.get(question.page.trim().toLowerCase())
  const reasons = [...(Array.isArray(asked) ? asked : []), ...aboutPlace(facts, page)]
  if (Array.isArray(asked) || page === undefined || facts.client === null || reasons.length > 0) return reasons
  const where = { clientId: facts.client.id, pageId: page.id }
  const { creators, approvers, steps, after } = courseOf(matrix, where, asked.case)
  const approvedBy = countApprovals(asked, steps)
  return {
    ...{ asked, where, steps, after, approvedBy },
    acting: asked.action === 'Creator' ? creators : approvers,
    needed: steps
      .map(({ sequence, rules }) => ({ sequence, rules: rules.filter(({ id }) => !approvedBy.has(id)) }))
      .filter((step) => step.rules.length > 0),
  }
}

/** The rules that may act now with the action that is asked for, or why there are none. */
export function openRules({ asked, acting, after, needed }: Ladder): { rules: Rule[]; reason: ApprovalReason } {
  const capable = acting.filter((rule) => fulfils(rule, asked.action))
  const open = needed[0]?.rules ?? []
  const rules = asked.action === 'Creator' ? capable : capable.filter((rule) => open.includes(rule))
  if (rules.length > 0) return { rules, reason: 'row-allows' }
  if (capable.length === 0) return { rules, reason: 'nobody-approves' }
  if (capable.every((rule) => after.includes(rule))) return { rules, reason: 'after-final' }
  const isWaiting = needed.some((step) => step.rules.some((rule) => capable.includes(rule)))
  return { rules, reason: isWaiting ? 'not-your-step' : 'already-approved' }
}

const isOf = (rule: Rule, role: string) => rule.role.toLowerCase() === role.toLowerCase()

/** Authorised Approval is both in one act (requirement C13). */
const fulfils = ({ action }: Rule, asked: RoleAction) =>
  action === asked || (action === 'Authorised Approval' && (asked === 'Approval' || asked === 'Authorised'))

/** One approval for each rule and for each person; the creator's own do not count, nor those of rules that do not act. */
function countApprovals({ approvals, createdBy }: Asked, steps: Step[]): ReadonlyMap<string, string> {
  const acting = new Set(steps.flatMap(({ rules }) => rules.map(({ id }) => id)))
  const approvedBy = new Map<string, string>()
  const counted = new Set<string>()
  for (const { by, row } of approvals) {
    if (by === createdBy || counted.has(by) || approvedBy.has(row) || !acting.has(row)) continue
    approvedBy.set(row, by)
    counted.add(by)
  }
  return approvedBy
}

function aboutPlace({ isApplicationActive, client }: Omit<Facts, 'person'>, page: Page | undefined): ApprovalReason[] {
  const reasons: ApprovalReason[] = []
  if (!isApplicationActive) reasons.push('application-inactive')
  if (client === null) reasons.push('client-unknown')
  else if (!client.isActive) reasons.push('client-inactive')
  if (page === undefined) reasons.push('page-unknown')
  else if (!page.isActive) reasons.push('page-inactive')
  return reasons
}

function aboutPerson({ client, person }: Facts): ApprovalReason[] {
  // Of a client that does not exist nobody has an assignment.
  if (client === null) return []
  if (person === null) return ['not-assigned']
  return [
    ...(person.isCurrent ? [] : ['assignment-not-current' as const]),
    ...(person.isActive ? [] : ['person-inactive' as const]),
  ]
}

/** Why a rule that covers the case may not act now. */
function aboutTurn({ asked, approvedBy, after, needed }: Ladder, rule: Rule): ApprovalReason[] {
  if (asked.action === 'Creator') return []
  const reasons: ApprovalReason[] = []
  if (asked.createdBy === asked.person) reasons.push('own-document')
  if (asked.approvals.some(({ by, row }) => by === asked.person && row !== rule.id)) reasons.push('same-person-twice')
  if (after.includes(rule)) reasons.push('after-final')
  else if (approvedBy.has(rule.id)) reasons.push('already-approved')
  else if (!needed[0]?.rules.includes(rule)) reasons.push('not-your-step')
  return reasons
}

/** The nearest missing piece, for a role without a rule for this case. */
function explainMissing(matrix: Matrix, { asked, where, acting }: Ladder, role: string): Omit<Decision, 'needed'> {
  const ofRole = rulesOfRole(matrix, where, role)
  const capable = ofRole.filter((rule) => fulfils(rule, asked.action))
  const reasons = new Set(capable.flatMap((rule) => outsideOf(rule, asked.case)))
  if (capable.length === 0) reasons.add(ofRole.length === 0 ? 'no-row' : 'action-not-held')
  if (!acting.some((rule) => fulfils(rule, asked.action))) reasons.add('nobody-approves')
  return {
    isAllowed: false,
    reasons: [...reasons],
    version: matrix.version,
    rules: capable.length > 0 ? capable : ofRole,
  }
}

function outsideOf({ rangeFrom, rangeTo, regions }: Rule, { amount, region }: Asked['case']): ApprovalReason[] {
  const reasons: ApprovalReason[] = []
  if (amount < (rangeFrom ?? 0)) reasons.push('amount-below-range')
  if (rangeTo !== null && amount > rangeTo) reasons.push('amount-above-limit')
  const isEverywhere = regions === 'All' || regions.includes('Panindia')
  if (!isEverywhere && (region === null || !regions.includes(region))) reasons.push('region-not-covered')
  return reasons
}

const deny = (version: number, reasons: ApprovalReason[]): Decision => ({
  ...{ isAllowed: false, reasons, version },
  ...{ rules: [], needed: [] },
})
