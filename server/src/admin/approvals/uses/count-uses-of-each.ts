import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { inTurns } from '../../../in-turns.ts'
import { countHolders, holderKey } from './count-holders.ts'
import { readSoleSteps, readSteps } from './read-steps.ts'
import { STEPS_AT_ONCE, type Step } from './sole-steps.ts'

type Counted = Pick<Use, 'kind' | 'count'>

/**
 * The kinds and numbers of what each of several document approvals of one application carries when all of them go: what `usesOfApproval`
 * names of a single one. Each kind is read once and counted here: a query for each of 5,000 takes longer than a request may.
 */
export async function countUsesOfEach(
  timeZone: string,
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counted[]>> {
  const steps = await readSteps(tx, timeZone, ids)
  const [first] = steps
  if (first === undefined) return new Map()
  const holderOf = ({ allClients, clientId, role }: Step) => ({ clientId: allClients ? null : clientId, role })
  const people = await countHolders(tx, first.applicationId, steps.map(holderOf), 'all')
  const sole = new Set((await readSoleSteps(tx, timeZone, steps, ids)).map(({ id }) => id))
  const countStandIns = await readStandIns(tx, first.applicationId)
  const countRequests = await readRequests(tx, first.applicationId)
  const found = new Map<string, Counted[]>()
  for await (const step of inTurns(steps, STEPS_AT_ONCE)) {
    const counted: Counted[] = [
      { kind: 'people', count: people.get(holderKey(holderOf(step))) ?? 0 },
      { kind: 'steps of approvals that nobody else can approve', count: sole.has(step.id) ? 1 : 0 },
      { kind: 'stand-ins', count: countStandIns(step) },
      { kind: 'requests for access that wait', count: countRequests(step) },
    ]
    found.set(
      step.id,
      counted.filter(({ count }) => count > 0),
    )
  }
  return found
}

async function readStandIns(tx: Tx, applicationId: string): Promise<(step: Step) => number> {
  type Row = { role: string; clientId: string | null; pageIds: string[] | null }
  const { rows } = await tx.execute<Row>(sql`
    select lower(t.role) as role, t.client_id as "clientId", t.page_ids as "pageIds" from stand_ins t
    where t.application_id = ${applicationId} and t.ended_at is null and t.valid_until > now()`)
  const ofRoles = Map.groupBy(rows, ({ role }) => role)
  return ({ role, clientId, allClients, pageId, allPages }) =>
    (ofRoles.get(role) ?? []).filter(
      (lent) =>
        (lent.clientId === null || allClients || lent.clientId === clientId) &&
        (lent.pageIds === null || allPages || lent.pageIds.includes(pageId)),
    ).length
}

/** Requests that wait where the matrix says who decides about them. */
async function readRequests(tx: Tx, applicationId: string): Promise<(step: Step) => number> {
  const { rows } = await tx.execute<{ pageId: string | null; clientId: string; count: number }>(sql`
    select a.request_page_id as "pageId", q.client_id as "clientId", count(*)::int as count from applications a
    join access_requests q on q.application_id = a.id and q.state = 'waiting' join users u on u.id = q.user_id and u.deleted_at is null
    where a.id = ${applicationId} and a.request_rule = 'matrix' group by a.request_page_id, q.client_id`)
  return ({ clientId, allClients, pageId, allPages }) =>
    rows
      .filter((row) => (allPages || row.pageId === pageId) && (allClients || row.clientId === clientId))
      .reduce((sum, { count }) => sum + count, 0)
}
