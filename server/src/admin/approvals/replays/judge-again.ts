import type { NotReplayed } from '@gatehouse/contract/admin/approvals/replays.ts'
import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { type Decision, decide, type Facts, readLadder } from '../../../approvals/decide.ts'
import type { Matrix, Moment } from '../../../approvals/matrix.ts'
import type { Question } from '../../../approvals/read-question.ts'
import { isRefusing } from '../../../approvals/separation.ts'
import type { Step } from '../../../approvals/steps.ts'
import { type Others, showOthers } from '../../../decisions/log/others.ts'

/** A decision as the log has it. */
export type LoggedDecision = {
  id: number
  /** As its answer has it; `null`: a server of a former release answered. */
  decisionId: string | null
  /** As the database writes it, so that no digit is lost. */
  at: string
  userId: string | null
  clientId: string | null
  page: string
  action: string
  amount: string
  currency: string
  region: string
  document: Others
  role: string | null
  standIns: string[]
  standInId: string | null
  isAllowed: boolean
  reasons: ApprovalReason[]
}

/** The matrix that is asked, at the moment whose days count. */
export type AskedMatrix = { matrix: Matrix; now: Moment }

/** An answer, with the steps that a document like this needs; `null`: it is not about an approval, or has no ladder. */
export type Judged = { decision: Decision; asked: Step[] | null }

const NOBODY = '00000000-0000-4000-8000-000000000000'

/**
 * Asks a question of the log again: with the role that the person had then, and with what is lent since then. The rest of the
 * facts is that of then, as far as its answer tells it, so that only the matrix differs.
 */
export function judgeAgain(logged: LoggedDecision, facts: Facts, { matrix, now }: AskedMatrix): Judged {
  const { userId, clientId, page, action, amount, currency, region, document, role, reasons } = logged
  const was = (reason: ApprovalReason) => reasons.includes(reason)
  const self = userId ?? NOBODY
  const wasApart = reasons.some(isApart)
  const standIns = facts.standIns.filter(({ id }) => logged.standIns.includes(id))
  const then: Facts = {
    // A rule of separation of duties counts where it counted then, and an exception where it allowed something.
    keptApart:
      wasApart || was('conflict-reported')
        ? facts.keptApart.map((rule) => ({ ...rule, exception: logged.isAllowed ? rule.id : null }))
        : [],
    ...{ now, standIns, isApplicationActive: !was('application-inactive') },
    client: facts.client && { id: facts.client.id, isActive: !was('client-inactive') },
    person:
      role === null ? null : { role, isActive: !was('person-inactive'), isCurrent: !was('assignment-not-current') },
  }
  const question: Question = {
    ...{ person: self, client: clientId ?? '', page, action, amount, currency, region },
    ...showOthers(document, self, standIns),
  }
  const ladder = readLadder(matrix, question, then)
  const asked = Array.isArray(ladder) || ladder.asked.action === 'Creator' ? null : ladder.steps
  return { decision: decide(matrix, question, then), asked }
}

const isApart = (reason: ApprovalReason) => reason === 'conflicting-roles' || reason === 'conflict-asks'

/** Why a logged decision cannot be asked again; `null`: it can. */
export function whyNot(logged: LoggedDecision, facts: Facts, matrices: readonly Matrix[]): NotReplayed | null {
  const { role, page, reasons, standInId } = logged
  const was = (reason: ApprovalReason) => reasons.includes(reason)
  if (facts.client === null && !was('client-unknown')) return 'client-gone'
  if (!was('page-unknown') && matrices.some(({ pages }) => !pages.has(page.toLowerCase()))) return 'page-gone'
  if (role !== null && !was('assignment-not-current') && !facts.person?.isCurrent) return 'assignment-gone'
  if (role !== null && !was('person-inactive') && facts.person?.isActive === false) return 'person-gone'
  if (reasons.some(isApart) && !facts.keptApart.some(isRefusing)) return 'rule-gone'
  return standInId !== null && !facts.standIns.some(({ id }) => id === standInId) ? 'stand-in-gone' : null
}
