import type { ApprovalDecision } from '@gatehouse/contract/approvals.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import { toEntered } from '../approvals/bounds.ts'
import type { Rule } from '../approvals/matrix.ts'
import type { Rejection } from '../approvals/progress.ts'
import type { StandIn } from '../approvals/stand-ins.ts'
import type { Step } from '../approvals/steps.ts'
import type { Answered } from './answer-questions.ts'

/** A decision as the calls answer it: amounts in rupees. */
export function toWire(answered: Answered): ApprovalDecision {
  const { id, isAllowed, reasons, version, rules, needed, rejection, standIn, conflicts, receipt, at } = answered
  const stillNeeded = needed.map(toWireStep)
  return {
    ...{ _id: id, decision: isAllowed ? 'allow' : 'deny', reasons, version, at },
    ...{ rows: rules.map(toWireRow), stillNeeded, next: stillNeeded[0]?.rows ?? [] },
    rejection: toWireRejection(rejection),
    onBehalfOf: standIn && toWireLender(standIn),
    conflicts: conflicts.map(({ id, name, effect, exception }) => ({ _id: id, name, effect, exception })),
    receipt,
  }
}

/** For whom a stand-in acts. */
export const toWireLender = ({
  id,
  lender,
  firstName,
  lastName,
}: Pick<StandIn, 'id' | 'lender' | 'firstName' | 'lastName'>) => ({
  ...{ _id: lender, firstName, lastName, standIn: id },
})

export const toWireStep = ({ rules, ...step }: Step) => ({ ...step, rows: rules.map(toWireRow) })

export const toWireRejection = (rejection: Rejection | null): ApprovalDecision['rejection'] =>
  rejection && { ...rejection, step: rejection.step && toWireStep(rejection.step) }

export const toWireRow = (rule: Rule): ApprovalDecision['rows'][number] => ({
  ...{ _id: rule.id, role: rule.role, roleId: rule.roleId, action: rule.action, sequence: rule.sequence },
  ...rangeOf(rule),
  ...{ bounds: rule.bounds, validFrom: momentOf(rule.validFrom), validUntil: momentOf(rule.validUntil) },
  regions: rule.regions === 'All' ? [ALL_REGIONS] : [...rule.regions],
  catchAll: rule.isCatchAll === true,
})

/** The same for the console, which also says how far it reaches. */
export const toShownRow = (rule: Rule) => ({
  ...toWireRow(rule),
  ...{ allClients: rule.clientId === null, allPages: rule.pageId === null },
})

function rangeOf(rule: Rule) {
  const { rangeFrom, rangeTo } = toEntered(rule)
  return { rangeFrom: rupees(rangeFrom), rangeTo: rupees(rangeTo) }
}

const momentOf = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())

const rupees = (paise: number | null) => (paise === null ? null : paise / 100)
