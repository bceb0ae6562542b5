import { LISTED_CHANGES_MAX } from '@gatehouse/contract/admin/approvals/replays.ts'
import sql, { raw } from 'sql-template-tag'
import type { Facts } from '../../../approvals/decide.ts'
import type { Rule } from '../../../approvals/matrix.ts'
import { leastOf, rulesIn, type Step } from '../../../approvals/steps.ts'
import type { Executor } from '../../../db/database.ts'
import { isCurrent } from '../../../db/is-current.ts'
import { readFacts } from '../../../decisions/read-facts.ts'
import type { Deps } from '../../../deps.ts'
import { inTurns } from '../../../in-turns.ts'
import { type ClaimedJob, holdJob } from '../../jobs/job-table.ts'
import { type Judged, judgeAgain, type LoggedDecision, whyNot } from './judge-again.ts'
import { type Compared, readCompared } from './read-compared.ts'
import { type Found, type Looked, saveFound } from './save-found.ts'

/** Decisions of one transaction. */
const BATCH = 200
/** Decisions that are judged before other requests have their turn. */
const CHUNK = 50

/** A replay under way. `next` looks at the next decisions: `more` may follow, it is at its `end`, or why it stops. */
export type OpenReplay = { next: (leaseSeconds: number) => Promise<'more' | 'end' | { error: string }> }

/**
 * Opens a replay whose job this server holds. Both matrices are read once. If a server has begun it with others, it begins
 * again, so that its figures are about one comparison.
 *
 * @returns why it cannot be done, as text
 */
export async function openReplay(deps: Deps, job: ClaimedJob): Promise<OpenReplay | string> {
  const { db, config } = deps
  const compared = await readCompared(db, config.timeZone, job)
  if (typeof compared === 'string') return compared
  const hasPeople = new Map<string, boolean>()

  return {
    next: async (leaseSeconds) => {
      const { applicationId, last } = compared
      const logged = await nextDecisions(db, compared)
      if (logged.length === 0) return (await finish(db, job)) ? 'end' : { error: '' }
      const about = logged.map(({ userId, clientId }) => ({ userId, client: clientId ?? '' }))
      const snapshot = await readFacts(db, applicationId, about)
      if (snapshot === null) return { error: 'There is no such application' }
      const looked: Looked[] = []
      for await (const [index, one] of inTurns(logged.entries(), CHUNK))
        looked.push({ logged: one, ...lookAt(compared, one, snapshot.facts[index] as Facts) })
      await learnPeople(db, applicationId, looked, hasPeople)
      const found = looked.map((one) => toFound(one, hasPeople))
      const isSaved = await db.transaction(async (tx) => {
        if (!(await holdJob(tx, job))) return false
        const room = LISTED_CHANGES_MAX - compared.listed
        return saveFound(tx, { job, last, found, listed: compared.listed, room, leaseSeconds })
      })
      // Cancelled, or the lease was lost to another server.
      if (!isSaved) return 'end'
      const { at, id } = logged.at(-1) as LoggedDecision
      compared.last = { at, id }
      compared.listed += Math.min(found.filter(({ isListed }) => isListed).length, LISTED_CHANGES_MAX - compared.listed)
      job.position = Math.min(job.position + logged.length, job.total)
      return 'more'
    },
  }
}

async function nextDecisions(on: Executor, { applicationId, from, until, last }: Compared): Promise<LoggedDecision[]> {
  const after = last === null ? sql`` : sql`and (at, id) > (${last.at}::timestamptz, ${last.id}::bigint)`
  const { rows } = await on.execute<LoggedDecision>(sql`
    select id::float8 as id, decision_id as "decisionId", at::text as at, user_id as "userId", client_id as "clientId", page, action, amount, currency, region,
      document, role, stand_ins as "standIns", stand_in_id as "standInId", is_allowed as "isAllowed", reasons
    from approval_decisions
    where application_id = ${applicationId} and at >= ${from}::timestamptz and at < ${until}::timestamptz ${after}
    order by at, id limit ${BATCH}`)
  return rows
}

function lookAt(
  { target, current }: Compared,
  logged: LoggedDecision,
  facts: Facts,
): Pick<Looked, 'reason' | 'judged'> {
  const reason = whyNot(logged, facts, [target.matrix, current.matrix])
  if (reason !== null) return { reason, judged: null }
  const judged = { after: judgeAgain(logged, facts, target), now: judgeAgain(logged, facts, current) }
  return { reason: null, judged }
}

/** Reads which of the roles that are asked have an active person for their client, each once for a replay. */
async function learnPeople(on: Executor, applicationId: string, looked: Looked[], known: Map<string, boolean>) {
  const missing = new Map<string, [client: string, role: string]>()
  for (const { logged, judged } of looked)
    for (const { role } of rulesOf(judged)) {
      const client = logged.clientId as string
      if (!known.has(keyOf(client, role))) missing.set(keyOf(client, role), [client, role.toLowerCase()])
    }
  if (missing.size === 0) return
  const pairs = [...missing.values()]
  const { rows } = await on.execute<{ client: string; role: string; hasPeople: boolean }>(sql`
    select w.client_id as client, w.role, exists (
      select from assignments s join users u on u.id = s.user_id and u.is_active and u.deleted_at is null
      where s.application_id = ${applicationId} and s.client_id = w.client_id and lower(s.role) = w.role
        and ${raw(isCurrent('s'))}) as "hasPeople"
    from unnest(${pairs.map(([client]) => client)}::uuid[], ${pairs.map(([, role]) => role)}::text[]) w(client_id, role)`)
  for (const { client, role, hasPeople } of rows) known.set(keyOf(client, role), hasPeople)
}

const rulesOf = (judged: Looked['judged']): Rule[] =>
  judged === null ? [] : [judged.after, judged.now].flatMap(({ asked }) => rulesIn(asked ?? []))
const keyOf = (client: string, role: string) => `${client} ${role.toLowerCase()}`

function toFound({ logged, reason, judged }: Looked, hasPeople: ReadonlyMap<string, boolean>): Found {
  if (judged === null) return { logged, reason, judged, isUnapprovable: false, isListed: false }
  const isHeld = ({ role }: Rule) => hasPeople.get(keyOf(logged.clientId as string, role)) === true
  const stopsAt = (step: Step) => step.rules.filter(isHeld).length < leastOf(step)
  const stops = ({ asked }: Judged) => asked !== null && (asked.length === 0 || asked.some(stopsAt))
  const isUnapprovable = stops(judged.after) && !stops(judged.now)
  const isChanged = judged.after.decision.isAllowed !== logged.isAllowed
  return { logged, reason, judged, isUnapprovable, isListed: isChanged || isUnapprovable }
}

/** False if this server no longer holds the job. */
async function finish(on: Executor, { id }: ClaimedJob): Promise<boolean> {
  const { rowCount } = await on.execute(sql`update approval_replays set is_complete = true where job_id = ${id}`)
  return rowCount === 1
}
