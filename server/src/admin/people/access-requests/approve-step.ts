import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import { decide } from '../../../approvals/decide.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { readFacts } from '../../../decisions/read-facts.ts'
import { AppError } from '../../../errors.ts'
import { type Notifier, notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { requireDayToCome } from '../last-day/last-day.ts'
import type { ByDecider } from './as-decider.ts'
import { findDeciders } from './deciders.ts'
import { type MatrixSteps, readMatrixSteps, type WithMatrices } from './matrix-steps.ts'

type Given = { requestId: string; role: string; lastDay: string | null; answer: string }

const OTHER = 'The steps before have approved another role or last day. Approve the same, or decline.'

/**
 * Approves a step of a request that the transaction has locked, as the engine of decisions allows it, and asks the next one.
 *
 * @returns whether it was the last step that is needed
 * @throws AppError not_found; changed_meanwhile for another role or last day than the steps before; invalid_request for a last day that
 *   is over
 */
export async function approveStep(
  deps: Notifier & WithMatrices,
  tx: Tx,
  by: ByDecider,
  steps: MatrixSteps,
  { requestId, role, lastDay, answer }: Given,
): Promise<boolean> {
  const { given, step, of } = steps
  if (given !== null && (given.role !== role || given.lastDay !== lastDay))
    throw new AppError('changed_meanwhile', { msg: OTHER })
  await requireDayToCome(tx, lastDay, deps.config.timeZone)
  const { rule, standIn, version } = await judge(tx, by, steps)
  const request = await getRequest(tx, requestId)
  const before = await findDeciders(deps, tx, requestId)
  await tx.execute(sql`
    insert into access_request_approvals (id, request_id, approved_by, on_behalf_of, stand_in_id, row_id, row_role, version, step,
      steps, role, last_day, answer)
    values (${newId()}, ${requestId}, ${by.person.userId}, ${standIn?.lender ?? null}, ${standIn?.id ?? null}, ${rule.id},
      ${rule.role}, ${version}, ${step}, ${of}, ${role}, ${lastDay}, ${answer})`)
  await auditBy(tx, by, 'users.access-step-approved', request.userId, {
    ...{ name: request.name, step, of, row: rule.id, byRole: rule.role, version },
    ...(standIn !== null && { onBehalfOf: fullName(standIn) }),
    // Its person reads the changes in their own activity; the answer is for those who approve next.
    ...(answer !== '' && { answer }),
    changes: [{ field: request.what, before: null, after: role }],
  })
  const after = (await readMatrixSteps(deps, tx, sql`r.id = ${requestId}`)).get(requestId)
  if (after?.isComplete) return true
  // The next ones have two days from now on.
  await tx.execute(sql`update access_requests set reminded_at = null, escalated_at = null where id = ${requestId}`)
  const { userId, name: person, what: requested } = request
  if (after !== undefined && after.step > step)
    await notify(deps, tx, 'access-step', userId, {
      values: { requested, step: String(after.step), of: String(after.of) },
    })
  for (const decider of await findDeciders(deps, tx, requestId))
    if (!before.includes(decider))
      await notify(deps, tx, 'access-requested', decider, { values: { person, requested, requestId } })
  return false
}

/** By which row the caller may approve the step that waits. @throws AppError not_found */
async function judge(tx: Tx, { person: { userId } }: ByDecider, steps: MatrixSteps) {
  const { applicationId, clientId, requestedBy, matrix, question, ladder } = steps
  const [found] = (await readFacts(tx, applicationId, [{ userId, client: clientId }]))?.facts ?? []
  // Whoever asked while acting for the person lends nobody authority over the request.
  const facts = found && { ...found, standIns: found.standIns.filter(({ lender }) => lender !== requestedBy) }
  const open = ladder?.needed[0]?.rules ?? []
  for (const action of ROLE_ACTIONS.filter((one) => open.some((rule) => rule.action === one))) {
    const decision = facts && decide(matrix, { ...question, person: userId, action }, facts)
    const rule = decision?.isAllowed ? decision.rules.find((one) => open.includes(one)) : undefined
    if (decision !== undefined && rule !== undefined) return { ...decision, rule }
  }
  throw new AppError('not_found')
}

type Request = { userId: string; name: string; what: string }

async function getRequest(tx: Tx, id: string): Promise<Request> {
  const { rows } = await tx.execute<Request>(sql`
    select r.user_id as "userId", ${raw(fullNameIn('u'))} as name, a.name || coalesce(' · ' || c.display_name, '') as what
    from access_requests r join users u on u.id = r.user_id join applications a on a.id = r.application_id
      left join clients c on c.id = r.client_id
    where r.id = ${id}`)
  return rows[0] as Request
}
