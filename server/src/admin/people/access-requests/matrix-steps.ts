import type { RequestSteps } from '@gatehouse/contract/access-requests.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { isActive } from '../../../access/launch-rule.ts'
import { type Ladder, readLadder } from '../../../approvals/decide.ts'
import type { Matrix } from '../../../approvals/matrix.ts'
import { actorsOf, type Question } from '../../../approvals/read-question.ts'
import { isApproving, leastOf, rulesIn } from '../../../approvals/steps.ts'
import type { Executor } from '../../../db/database.ts'
import { ACCESS_CASE } from '../../../decisions/access-case.ts'
import type { Deps } from '../../../deps.ts'

export type WithMatrices = Pick<Deps, 'matrices'>

/** A role that may approve the step of a request that waits. `excluded`: whose authority cannot be used any more. */
type OpenRole = { request: string; role: string; page: string; excluded: string[] }

/** What the matrix of its application says about a request that waits, at this moment. */
export type MatrixSteps = Omit<RequestSteps, 'problem'> & {
  applicationId: string
  clientId: string
  requestedBy: string | null
  /** `people` is known only to the query that looks for them. */
  problem: 'place' | 'steps' | null
  matrix: Matrix
  question: Omit<Question, 'person' | 'action'>
  /** `null`: there is none, and `problem` is `place`. */
  ladder: Ladder | null
  open: OpenRole[]
  /** The ids of the approvals that count. */
  counted: string[]
  /** Every step is approved. */
  isComplete: boolean
}

type Counted = { id: string; by: string; row: string; onBehalfOf: string | null; role: string; lastDay: string | null }
type Waiting = {
  id: string
  userId: string
  requestedBy: string | null
  applicationId: string
  clientId: string
  pageId: string | null
  version: number
  now: number
  isApplicationActive: boolean
  isClientActive: boolean | null
  approvals: Counted[]
}

/** SQL: whether the role of an approval `p` of the request `r`, or a rule of it, is another one since: it could allow more now. */
const HAS_CHANGED = `exists (select from approval_history h
  where h.application_id = r.application_id and h.from_version > p.version and case h.kind
    when 'application_roles' then lower(h.state->>'name') = lower(p.role) and h.state->>'client_id' = r.client_id::text
    when 'document_approvals' then exists (select from application_roles x where x.id = (h.state->>'application_role_id')::uuid
      and x.client_id = r.client_id and lower(x.name) = lower(p.role))
    else false end)`

/**
 * What was approved so far for the request `r`: for the role and last day of the newest approval, while that role is still the same.
 * Whoever approves another one begins again.
 */
const COUNTED = `select p.id, p.approved_by as by, p.row_id as row, p.on_behalf_of as "onBehalfOf", p.role, p.last_day::text as "lastDay"
  from access_request_approvals p join lateral (
    select n.role, n.last_day from access_request_approvals n where n.request_id = r.id order by n.created_at desc, n.id desc limit 1
  ) newest on p.role = newest.role and p.last_day is not distinct from newest.last_day
  where p.request_id = r.id and exists (select from application_roles x
    where x.application_id = r.application_id and x.client_id = r.client_id and lower(x.name) = lower(p.role) and x.deleted_at is null)
    and not ${HAS_CHANGED}
  order by p.created_at, p.id`

/**
 * The steps of the requests `r` that wait where a matrix decides, by their ids. The engine of decisions answers, as for a document
 * without an amount: only rows that cover zero, and all regions, act.
 *
 * @param which a condition on `r` and `a`
 */
export async function readMatrixSteps(
  { matrices }: WithMatrices,
  on: Executor,
  which: Sql,
): Promise<ReadonlyMap<string, MatrixSteps>> {
  const { rows } = await on.execute<Waiting>(sql`
    select r.id, r.user_id as "userId", r.requested_by as "requestedBy", r.application_id as "applicationId", r.client_id as "clientId", a.request_page_id as "pageId",
      coalesce(m.version, 0)::float8 as version, extract(epoch from now())::float8 * 1000 as now,
      (${raw(isActive('a'))}) as "isApplicationActive", (${raw(isActive('c'))}) as "isClientActive",
      (select coalesce(json_agg(p), '[]') from (${raw(COUNTED)}) p) as approvals
    from access_requests r join applications a on a.id = r.application_id and a.deleted_at is null
      left join clients c on c.id = r.client_id and c.deleted_at is null left join approval_matrices m on m.application_id = a.id
    where a.request_rule = 'matrix' and r.state = 'waiting' and r.client_id is not null and ${which}`)
  const versions = new Map(rows.map(({ applicationId, version }) => [applicationId, version]))
  const compiled = new Map<string, Matrix>()
  for (const [id, version] of versions) compiled.set(id, await matrices.readNotBefore(on, id, version))
  return new Map(rows.map((row) => [row.id, stepsOf(row, compiled.get(row.applicationId) as Matrix)]))
}

function stepsOf(row: Waiting, matrix: Matrix): MatrixSteps {
  const {
    id,
    userId,
    requestedBy,
    applicationId,
    clientId,
    pageId,
    now,
    isApplicationActive,
    isClientActive,
    approvals,
  } = row
  const question = {
    ...{ ...ACCESS_CASE, client: clientId, page: pageId ?? '' },
    ...{ createdBy: userId, approvals },
  }
  const facts = {
    ...{ now, isApplicationActive, standIns: [] },
    client: isClientActive === null ? null : { id: clientId, isActive: isClientActive },
  }
  const read = readLadder(matrix, { ...question, person: '', action: 'Approval' }, facts)
  const known = { applicationId, clientId, requestedBy, matrix, question }
  if (Array.isArray(read))
    return { ...known, ...NOTHING, problem: 'place', ladder: null, open: [], counted: [], isComplete: false }
  // Releases alone approve nothing.
  const isDeciding = read.steps.some(isApproving)
  const [next] = isDeciding ? read.needed : []
  const excluded = [userId, ...(requestedBy === null ? [] : [requestedBy]), ...approvals.flatMap(actorsOf)]
  const roles = [...new Set((next?.rules ?? []).map(({ role }) => role))]
  const asked = new Set([...rulesIn(read.steps), ...read.after].map((rule) => rule.id))
  const counted = approvals.filter(({ row: ofRow }) => asked.has(ofRow))
  const [first] = counted
  return {
    ...known,
    step: next === undefined ? 0 : read.steps.findIndex(({ sequence }) => sequence === next.sequence) + 1,
    of: read.steps.length,
    ...{ roles, isOneEnough: next?.needs === 'one-of', needed: next === undefined ? 0 : leastOf(next) },
    given: first === undefined ? null : { role: first.role, lastDay: first.lastDay },
    problem: next === undefined ? 'steps' : null,
    ladder: read,
    open: roles.map((role) => ({ request: id, role: role.toLowerCase(), page: read.where.pageId, excluded })),
    counted: counted.map((one) => one.id),
    isComplete: isDeciding && read.needed.length === 0,
  }
}

const NOTHING = { step: 0, of: 0, roles: [], isOneEnough: false, needed: 0, given: null }

/** The roles that may approve now, as a table `wanted`, for the query that looks for people. */
export const asTable = (open: readonly OpenRole[]): Sql => sql`
  json_to_recordset(${JSON.stringify(open)}::json)
    as wanted(request uuid, role text, page uuid, excluded uuid[])`
