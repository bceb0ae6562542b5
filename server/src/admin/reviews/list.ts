import type {
  listReviewLines,
  listReviews,
  Review,
  ReviewLine,
  ReviewPage,
} from '@gatehouse/contract/admin/reviews/reviews.ts'
import { UNDO_HOURS } from '@gatehouse/contract/admin/reviews/reviews.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { NAMED_REVIEWERS, REVIEW_DECIDERS } from '../../access/review-deciders.ts'
import { nameOfActor } from '../../audit/actor-names.ts'
import type { Config } from '../../config.ts'
import type { Db, Executor } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { today } from '../../db/today.ts'
import { AppError } from '../../errors.ts'
import { withIsoTimes } from '../engine/list.ts'
import { readLeftRoles } from './left-roles.ts'
import { LINE_COLUMNS, LINE_TABLES } from './line-columns.ts'

type Zone = Pick<Config, 'timeZone'>

/** A running review `v` after its due date. */
export const isOverdue = ({ timeZone }: Zone): Sql => sql`(v.state = 'running' and v.due_on < ${today(timeZone)})`

const shown = (zone: Zone) => sql`v.id as "_id", v.name, v.state, v.cause,
  json_build_object('_id', v.owner_id, 'name', ${raw(nameOfActor('v.owner_id'))}) as owner, v.stages, v.due_on::text as "dueOn",
  ${isOverdue(zone)} as "isOverdue", v.silence, v.created_at as "startedAt", v.ended_at as "endedAt", n.total, n.decided`

const PROGRESS = `cross join lateral (
  select count(*)::int as total, (count(*) filter (where l.decided_stage = v.stages))::int as decided
  from access_review_lines l where l.review_id = v.id) n`

export async function listPageOfReviews(
  db: Db,
  config: Zone,
  { state, overdue = false, page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listReviews>,
): Promise<Page<Review>> {
  const where = sql`from access_reviews v where true ${state === undefined ? empty : sql`and v.state = ${state}`}
    ${overdue ? sql`and ${isOverdue(config)}` : empty}`
  const [listed, counted] = await Promise.all([
    db.execute<Review>(sql`
      select ${shown(config)}
      from (select v.* ${where} order by v.id desc limit ${pageSize} offset ${page * pageSize}) v ${raw(PROGRESS)}
      order by v.id desc`),
    countAll(db, where),
  ])
  return { rows: listed.rows.map(withIsoTimes), ...counted }
}

/** Of a running review those who decide now, afterwards those whom its start named: `line_id`, `stage`, `user_id`, `review_id`. */
const REVIEWERS = `(
  select d.* from ${REVIEW_DECIDERS} d join access_reviews v on v.id = d.review_id and v.state = 'running'
  union all
  select d.* from ${NAMED_REVIEWERS} d join access_reviews v on v.id = d.review_id and v.state <> 'running')`

/** @throws AppError not_found */
export async function readReviewPage(db: Db, config: Zone, reviewId: string): Promise<ReviewPage> {
  const named = (table: 'clients' | 'applications' | 'roles', name: string, field: string) =>
    raw(
      `(select json_build_object('_id', t.id, 'name', ${name}) from ${table} t where t.id = (v.scope->>'${field}')::uuid)`,
    )
  const [leftRoles, found, reviewers] = await Promise.all([
    readLeftRoles(db, config.timeZone, reviewId),
    db.execute<ReviewPage>(sql`
      select ${shown(config)}, v.reviewer_rule as "reviewerRule",
        json_build_object('client', ${named('clients', 't.display_name', 'clientId')},
          'application', ${named('applications', 't.name', 'applicationId')}, 'role', coalesce(v.scope->>'role', ''),
          'portalRole', ${named('roles', 't.name', 'roleId')},
          'person', (select json_build_object('_id', t.id, 'name', ${raw(fullNameIn('t'))}) from users t
            where t.id = (v.scope->>'userId')::uuid),
          'isPrivileged', coalesce((v.scope->>'isPrivileged')::boolean, false),
          'unusedDays', (v.scope->>'unusedDays')::int, 'endsWithinDays', (v.scope->>'endsWithinDays')::int) as scope,
        (select json_build_object(
            'keep', count(*) filter (where l.decided_stage = v.stages and l.decision = 'keep'),
            'revoke', count(*) filter (where l.decided_stage = v.stages and l.decision = 'revoke'),
            'shorten', count(*) filter (where l.decided_stage = v.stages and l.decision = 'shorten'),
            'flagged', count(*) filter (where cardinality(l.flags) > 0), 'unassigned', count(*) filter (
              where v.state = 'running' and l.decided_stage < v.stages and not exists (
                select from ${raw(REVIEW_DECIDERS)} d where d.line_id = l.id and d.stage = l.decided_stage + 1 and d.review_id = v.id)), 'hasty', count(*) filter (where l.is_hasty),
            'failed', count(*) filter (where l.outcome = 'failed'))
          from access_review_lines l where l.review_id = v.id) as counts
      from access_reviews v ${raw(PROGRESS)} where v.id = ${reviewId}`),
    db.execute<ReviewPage['reviewers'][number]>(sql`
      select u.id as "_id", ${raw(fullNameIn('u'))} as name, r.stage, count(*)::int as total,
        (count(*) filter (where l.decided_stage = r.stage - 1))::int as waiting
      from ${raw(REVIEWERS)} r join access_review_lines l on l.id = r.line_id join users u on u.id = r.user_id
      where r.review_id = ${reviewId} group by u.id, r.stage order by r.stage, lower(${raw(fullNameIn('u'))}), u.id
      limit 200`),
  ])
  const [page] = found.rows
  if (page === undefined) throw new AppError('not_found')
  return { ...withIsoTimes(page), reviewers: reviewers.rows, leftRoles }
}

const FILTERS = {
  all: 'true',
  undecided: 'l.decided_stage < v.stages',
  revoke: `l.decision in ('revoke', 'shorten')`,
  flagged: 'cardinality(l.flags) > 0',
  hasty: 'l.is_hasty',
  failed: `l.outcome in ('failed', 'changed')`,
}

/** Whether what a line `l` took away can still be given back. */
export const CAN_UNDO = `coalesce(l.outcome in ('revoked', 'shortened') and l.undone_at is null
  and l.settled_at > now() - interval '${UNDO_HOURS} hours', false)`

export async function listPageOfLines(
  db: Executor,
  { reviewId, filter = 'all', page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listReviewLines>,
): Promise<Page<ReviewLine>> {
  const where = sql`from access_review_lines l join access_reviews v on v.id = l.review_id
    where l.review_id = ${reviewId} and ${raw(FILTERS[filter])}`
  const [rows, counted] = await Promise.all([
    readLines(db, sql`${where} order by l.place limit ${pageSize} offset ${page * pageSize}`, REVIEWER_NAMES),
    countAll(db, where),
  ])
  return { rows, ...counted }
}

/** Who decides about a line `l` now; of a review that has ended, whom its start named. */
const REVIEWER_NAMES = `array(
        select distinct ${fullNameIn('n')} from ${REVIEWERS} r join users n on n.id = r.user_id
        where r.line_id = l.id and r.review_id = l.review_id order by 1)`

/**
 * @param found SQL that begins with `from` and selects lines `l`
 * @param names SQL: the names of their reviewers; left out: none
 */
export async function readLines(db: Executor, found: Sql, names = "'{}'::text[]"): Promise<ReviewLine[]> {
  const { rows } = await db.execute<ReviewLine>(sql`
    select ${raw(LINE_COLUMNS)}, ${raw(names)} as reviewers,
      l.outcome, l.problem, l.settled_at as "settledAt", l.undone_at as "undoneAt", ${raw(CAN_UNDO)} as "canUndo"
    from (select l.* ${found}) l ${raw(LINE_TABLES)} order by l.place`)
  return rows.map(withIsoTimes)
}

/** Exact: a review has few lines. @param from SQL that begins with `from` */
export async function countAll(db: Executor, from: Sql): Promise<{ total: number; isEstimate: boolean }> {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`)
  return { total: rows[0]?.total ?? 0, isEstimate: false }
}
