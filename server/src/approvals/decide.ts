import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import {
  fulfils,
  isOfRole,
  type Matrix,
  type Moment,
  type Page,
  pageMeant,
  type Rule,
  rulesOfRole,
  type Where,
} from './matrix.ts'
import { outsideOf } from './outside-of.ts'
import { progressOf, type Rejection } from './progress.ts'
import { type Asked, actorsOf, type Question, readQuestion } from './read-question.ts'
import { actsOn, conflictsIn, conflictsOf, type KeptApart, reasonsToAllow, reasonsToRefuse } from './separation.ts'
import { lentRules, type StandIn } from './stand-ins.ts'
import { courseOf, rulesIn, type Step } from './steps.ts'

/** What the database says about the person and the client of a question, at the version of the matrix. */
export type Facts = {
  /** When they were read: rules with dates count, or not, at this moment. */
  now: Moment
  isApplicationActive: boolean
  /** `null`: there is no such client. */
  client: { id: string; isActive: boolean } | null
  /** `null`: the application is not assigned to this person for this client. */
  person: { isActive: boolean; isCurrent: boolean; role: string } | null
  /** What others lend to this person for this client at this moment. */
  standIns: readonly StandIn[]
  /** The rules of separation of duties of the application. */
  keptApart: readonly KeptApart[]
  /** The ids of creators and earlier approvers of the question that are ids of nobody, in the spelling of `personId`. */
  strangers?: ReadonlySet<string>
}

export type Decision = {
  isAllowed: boolean
  /** Never empty. With an allow `row-allows`, and after it what is reported. */
  reasons: ApprovalReason[]
  version: number
  /** The rules that allow it, or else those of the person that were considered. */
  rules: Rule[]
  /** Whether this is no creation, and nobody at all approves the case: neither a row covers it, nor a catch-all role. */
  isUncovered: boolean
  /** The steps that are not approved yet, in order; those of the first one may act now. */
  needed: Step[]
  /** What a rejection does now; `null` where nothing is to be approved. */
  rejection: Rejection | null
  /** By whose authority it is allowed, when it is not the person's own. */
  standIn: StandIn | null
  /** The rules of separation of duties that the person breaks, or would break, by acting on this document. */
  conflicts: readonly KeptApart[]
}

/** Answers one question. Whatever no rule covers is denied. */
export function decide(matrix: Matrix, question: Question, facts: Facts): Decision {
  const ladder = readLadder(matrix, question, facts)
  const { version } = matrix
  if (Array.isArray(ladder)) return deny(version, [...ladder, ...aboutPerson(facts)])
  const open = { needed: ladder.needed, rejection: ladder.rejection }
  const [unknown] = aboutPerson(facts)
  if (unknown !== undefined || facts.person === null) return { ...deny(version, [unknown ?? 'not-assigned']), ...open }
  const { role } = facts.person
  const own = ladder.acting.filter((rule) => isOfRole(rule, role) && fulfils(rule, ladder.asked.action))
  const apart = {
    keptApart: facts.keptApart,
    acts: actsOn(matrix, ladder.where, ladder.asked, facts.keptApart),
  }
  const judged = [
    { standIn: null, ...judge(ladder, apart, own, null) },
    ...facts.standIns.map((standIn) => ({
      standIn,
      ...judge(ladder, apart, lentRules(ladder, standIn), standIn.lender),
    })),
  ]
  // One's own authority comes first.
  const allowing = judged.find(({ allowed }) => allowed.length > 0)
  if (allowing !== undefined) {
    const { allowed, standIn } = allowing
    const [rules, conflicts] = [allowed.map(({ rule }) => rule), conflictsIn(allowed)]
    return {
      ...{ isAllowed: true, reasons: reasonsToAllow(conflicts, rules), version, rules, isUncovered: false },
      ...{ ...open, standIn, conflicts },
    }
  }
  const held = judged.flatMap(({ rules }) => rules)
  if (held.length === 0) {
    const missing = explainMissing(matrix, ladder, role, facts.standIns)
    return { ...missing, ...open, standIn: null, conflicts: [] }
  }
  const reasons = [...new Set(judged.flatMap((one) => one.reasons))]
  const conflicts = conflictsIn(judged.flatMap((one) => one.judged))
  return {
    ...{ isAllowed: false, reasons, version, rules: [...new Set(held)], isUncovered: false },
    ...{ ...open, standIn: null, conflicts },
  }
}

/** What is needed to judge the separation of duties. */
type Apart = { keptApart: readonly KeptApart[]; acts: ReturnType<typeof actsOn> }

/** Which of the rules that somebody holds, or is lent, may act now, and why the others may not. */
function judge(ladder: Ladder, { keptApart, acts }: Apart, rules: Rule[], lender: string | null) {
  const judged = rules.map((rule) => {
    const conflicts = conflictsOf(keptApart, acts, { row: rule, page: ladder.where.pageId }, [
      ladder.asked.person,
      lender,
    ])
    const reasons = [...aboutTurn(ladder, rule, lender), ...reasonsToRefuse(conflicts)]
    return { rule, reasons, conflicts }
  })
  const allowed = judged.filter(({ reasons }) => reasons.length === 0)
  return { rules, judged, allowed, reasons: judged.flatMap(({ reasons }) => reasons) }
}

/** What a case needs, independent of the person who asks. */
export type Ladder = {
  asked: Asked
  where: Where
  /** Rules of this case with the kind of action that is asked for: creation, or approval. */
  acting: Rule[]
  routing: Routing
  steps: Step[]
  /** Rules that cover the case and are not asked: of these steps, and of others. */
  beside: Rule[]
  after: Rule[]
  needed: Step[]
  rejection: Rejection | null
  /** Whether only the catch-all role approves it. */
  isCaught: boolean
}

/** The ladder of a case, or the reasons for which there is none. */
export function readLadder(
  matrix: Matrix,
  question: Question,
  facts: Omit<Facts, 'person' | 'keptApart'>,
): Ladder | ApprovalReason[] {
  const asked = readQuestion(question, facts.strangers)
  const page = pageMeant(matrix.pages, question.page)
  const reasons = [...(Array.isArray(asked) ? asked : []), ...aboutPlace(facts, page)]
  if (Array.isArray(asked) || page === undefined || facts.client === null || reasons.length > 0) return reasons
  const where = { clientId: facts.client.id, pageId: page.id, now: facts.now }
  const { routing } = matrix
  const course = courseOf(matrix, where, asked.case)
  const { needed, rejection } = progressOf(asked, course, routing)
  const isCreation = asked.action === 'Creator'
  return {
    ...{ asked, where, routing, steps: course.steps, needed },
    ...{ beside: course.beside, after: rulesIn(course.after), isCaught: course.isCaught && !isCreation },
    acting: isCreation ? course.creators : course.approvers,
    rejection: isCreation ? null : rejection,
  }
}

/** The rules that may act now with the action that is asked for, or why there are none. */
export function openRules(ladder: Ladder): { rules: Rule[]; reason: ApprovalReason } {
  const { asked, acting, needed } = ladder
  const capable = acting.filter((rule) => fulfils(rule, asked.action))
  const open = needed[0]?.rules ?? []
  const rules = asked.action === 'Creator' ? capable : capable.filter((rule) => open.includes(rule))
  if (rules.length > 0) return { rules, reason: 'row-allows' }
  if (capable.length === 0) return { rules, reason: 'nobody-approves' }
  const reasons = capable.map((rule) => notAsked(ladder, rule))
  const [notAskedFor = null] = reasons
  if (notAskedFor !== null && !reasons.includes(null)) return { rules, reason: notAskedFor }
  const isWaiting = needed.some((step) => step.rules.some((rule) => capable.includes(rule)))
  return { rules, reason: isWaiting ? 'not-your-step' : 'already-approved' }
}

function aboutPlace(
  { isApplicationActive, client }: Pick<Facts, 'isApplicationActive' | 'client'>,
  page: Page | undefined,
): ApprovalReason[] {
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

/** Why a rule that covers the case may not act now, by the person's own authority or by that of a lender. */
function aboutTurn(ladder: Ladder, rule: Rule, lender: string | null): ApprovalReason[] {
  const { asked, needed } = ladder
  if (asked.action === 'Creator') return []
  const reasons: ApprovalReason[] = []
  if (asked.createdBy === asked.person) reasons.push('own-document')
  if (lender !== null && asked.createdBy === lender) reasons.push('lenders-document')
  const isActor = (one: string) => one === asked.person || one === lender
  if (asked.approvals.some((one) => one.row !== rule.id && actorsOf(one).some(isActor)))
    reasons.push('same-person-twice')
  const notAskedFor = notAsked(ladder, rule)
  if (notAskedFor !== null) reasons.push(notAskedFor)
  else if (!needed.some((step) => step.rules.includes(rule))) reasons.push('already-approved')
  else if (!needed[0]?.rules.includes(rule)) reasons.push('not-your-step')
  return reasons
}

/** Why a rule is not asked although it covers the case; `null`: it is. */
function notAsked({ routing: { mode }, beside, after }: Ladder, rule: Rule): ApprovalReason | null {
  if (beside.includes(rule)) return 'approver-is-enough'
  if (!after.includes(rule)) return null
  return mode === 'first-qualified' ? 'lower-level-asked' : 'after-final'
}

/** The nearest missing piece, for a role without a rule for this case. */
function explainMissing(
  matrix: Matrix,
  { asked, where, acting, steps, isCaught }: Ladder,
  role: string,
  standIns: readonly StandIn[],
): Omit<Decision, 'needed' | 'rejection' | 'standIn' | 'conflicts'> {
  const ofRole = rulesOfRole(matrix, where, role)
  const capable = ofRole.filter((rule) => fulfils(rule, asked.action))
  const reasons = new Set(capable.flatMap((rule) => outsideOf(rule, asked.case, where.now)))
  if (capable.length === 0) reasons.add(ofRole.length === 0 ? 'no-row' : 'action-not-held')
  if (isCaught) reasons.add('catch-all-only')
  if (!acting.some((rule) => fulfils(rule, asked.action))) reasons.add('nobody-approves')
  else if (standIns.length > 0 && asked.action !== 'Creator') reasons.add('outside-stand-in')
  return {
    isAllowed: false,
    isUncovered: asked.action !== 'Creator' && steps.length === 0,
    reasons: [...reasons],
    version: matrix.version,
    rules: capable.length > 0 ? capable : ofRole,
  }
}

export const deny = (version: number, reasons: ApprovalReason[]): Decision => ({
  ...{ isAllowed: false, reasons, version },
  ...{ rules: [], isUncovered: false, needed: [], rejection: null, standIn: null, conflicts: [] },
})
