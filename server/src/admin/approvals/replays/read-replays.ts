import type {
  ChangedDecision,
  listApprovalReplays,
  listReplayChanges,
  NotReplayed,
  Replay,
  ReplayChange,
} from '@gatehouse/contract/admin/approvals/replays.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Db, Executor } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { AppError } from '../../../errors.ts'
import { withIsoTimes } from '../../engine/list.ts'

export const REPLAY_LOST = 'A server of the former release took this replay. Start it again.'

type Row = Omit<Replay, 'notReplayed'> & { notReplayed: Record<NotReplayed, number> }

const SHOWN =
  raw(`r.job_id as "_id", json_build_object('_id', a.id, 'name', a.name) as application, r.draft_id as "draftId",
  r.draft_name as "draftName", r.version::float8 as version, r.first_day as "firstDay", r.last_day as "lastDay",
  case when j.state = 'done' and not r.is_complete then 'failed' else j.state end as state, j.cancel_requested as "cancelRequested",
  case when j.state = 'done' and not r.is_complete then '${REPLAY_LOST}' else coalesce(j.error, '') end as error, j.total, j.position,
  r.replayed, r.allow_to_deny as "allowToDeny", r.deny_to_allow as "denyToAllow", r.changed_anyway as "changedAnyway", r.unapprovable,
  r.not_replayed as "notReplayed", ${nameOfActor('j.created_by')} as "createdBy", j.created_at as "createdAt",
  j.finished_at as "finishedAt"`)
const FROM = raw(`from approval_replays r join jobs j on j.id = r.job_id
  join applications a on a.id = r.application_id and a.deleted_at is null`)

const toReplay = ({ notReplayed, ...row }: Row): Replay => ({
  ...withIsoTimes(row),
  notReplayed: Object.entries(notReplayed)
    .map(([reason, count]) => ({ reason: reason as NotReplayed, count }))
    .sort((a, b) => b.count - a.count),
})

/** The replays of applications that exist, the newest first. */
export async function listReplays(
  db: Db,
  { applicationId, page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listApprovalReplays>,
): Promise<Page<Replay>> {
  const where = applicationId === undefined ? empty : sql`where r.application_id = ${applicationId}`
  const [listed, counted] = await Promise.all([
    db.execute<Row>(sql`
      select ${SHOWN} ${FROM} ${where} order by j.created_at desc, r.job_id desc limit ${pageSize} offset ${page * pageSize}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${FROM} ${where}`),
  ])
  return { rows: listed.rows.map(toReplay), total: counted.rows[0]?.total ?? 0, isEstimate: false }
}

/** @throws AppError not_found */
export async function readReplay(on: Executor, replayId: string): Promise<Replay> {
  const { rows } = await on.execute<Row>(sql`select ${SHOWN} ${FROM} where r.job_id = ${replayId}`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return toReplay(rows[0])
}

const IS_CHANGE: Record<ReplayChange, Sql> = {
  'allow-to-deny': sql`c.was_allowed and not c.is_allowed`,
  'deny-to-allow': sql`not c.was_allowed and c.is_allowed`,
  unapprovable: sql`c.is_unapprovable`,
}

const answerOf = (column: string) => `case when c.${column} then 'allow' else 'deny' end`

/** The changed decisions of a replay, in their order. */
const changesOf = (replayId: string, maySeePeople: boolean, rest: Sql): Sql => sql`
  select c.number, c.decision_id as "decisionId", c.at, case when ${maySeePeople} and u.id is not null
      then json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) end as person,
    case when ${maySeePeople} and l.id is not null
      then json_build_object('_id', l.id, 'name', ${raw(fullNameIn('l'))}) end as "onBehalfOf",
    case when cl.id is not null then json_build_object('_id', cl.id, 'name', cl.display_name) end as client,
    json_build_object('_id', c.page, 'name', coalesce(p.name, c.page)) as page, c.action, c.amount, c.earlier_amount as "earlierAmount", c.region,
    ${raw(answerOf('was_allowed'))} as before, ${raw(answerOf('is_allowed'))} as after, ${raw(answerOf('is_allowed_now'))} as current,
    c.is_unapprovable as "isUnapprovable", c.reasons_before as "reasonsBefore", c.reasons_after as "reasonsAfter"
  from (select * from approval_replay_changes c where c.job_id = ${replayId} ${rest}) c
    join approval_replays r on r.job_id = c.job_id left join users u on u.id = c.user_id left join clients cl on cl.id = c.client_id
    left join stand_ins s on s.id = c.stand_in_id left join users l on l.id = s.lender_id
    left join pages p on p.application_id = r.application_id and p.id::text = c.page
  order by c.number`

export async function pageOfChanges(
  on: Executor,
  { replayId, change, decision = '', page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listReplayChanges>,
  maySeePeople: boolean,
): Promise<Page<ChangedDecision>> {
  await readReplay(on, replayId)
  const which = sql`${change === undefined ? empty : sql`and ${IS_CHANGE[change]}`}
    ${decision === '' ? empty : sql`and c.decision_id::text = lower(${decision})`}`
  const rest = sql`${which} order by c.number limit ${pageSize} offset ${page * pageSize}`
  const { rows } = await on.execute<ChangedDecision>(changesOf(replayId, maySeePeople, rest))
  const { rows: counted } = await on.execute<{ total: number }>(sql`
    select count(*)::int as total from approval_replay_changes c where c.job_id = ${replayId} ${which}`)
  return { rows: rows.map(withIsoTimes), total: counted[0]?.total ?? 0, isEstimate: false }
}

/** The next changed decisions after this number. */
export async function changesAfter(
  on: Executor,
  { replayId, after, limit }: { replayId: string; after: number; limit: number },
  maySeePeople: boolean,
): Promise<ChangedDecision[]> {
  const rest = sql`and c.number > ${after} order by c.number limit ${limit}`
  const { rows } = await on.execute<ChangedDecision>(changesOf(replayId, maySeePeople, rest))
  return rows.map(withIsoTimes)
}
