import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import type { listOwnReviewLines, OwnReview, OwnReviewLine } from '@gatehouse/contract/reviews.ts'
import sql, { raw } from 'sql-template-tag'
import { REVIEW_DECIDERS } from '../../access/review-deciders.ts'
import { nameOfActor } from '../../audit/actor-names.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { withIsoTimes } from '../engine/list.ts'
import { LINE_COLUMNS, LINE_TABLES } from './line-columns.ts'
import { countAll, isOverdue } from './list.ts'

/** The running reviews in which somebody decides. */
export async function readOwnReviews(db: Db, config: Pick<Config, 'timeZone'>, userId: string): Promise<OwnReview[]> {
  const { rows } = await db.execute<OwnReview>(sql`
    select v.id as "_id", v.name, ${raw(nameOfActor('v.owner_id'))} as owner, v.due_on::text as "dueOn",
      ${isOverdue(config)} as "isOverdue", v.silence, own.total, own.waiting
    from (
      select r.review_id, count(*)::int as total, (count(*) filter (where l.decided_stage = r.stage - 1))::int as waiting
      from ${raw(REVIEW_DECIDERS)} r join access_review_lines l on l.id = r.line_id
        join access_reviews v on v.id = r.review_id and v.state = 'running'
      where r.user_id = ${userId} group by r.review_id) own
      join access_reviews v on v.id = own.review_id
    order by v.due_on, v.id`)
  return rows
}

/** The lines of a running review about which somebody decides. Of any other review there are none. */
export async function readOwnLines(
  db: Db,
  userId: string,
  { reviewId, state = 'waiting', page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listOwnReviewLines>,
): Promise<Page<OwnReviewLine>> {
  const inState = state === 'waiting' ? 'l.decided_stage = r.stage - 1' : 'l.decided_stage >= r.stage'
  const from = sql`from access_review_lines l join access_reviews v on v.id = l.review_id and v.state = 'running'
      join ${raw(REVIEW_DECIDERS)} r on r.line_id = l.id and r.user_id = ${userId} and r.review_id = ${reviewId}
    where l.review_id = ${reviewId} and ${raw(inState)}`
  const [listed, counted] = await Promise.all([
    db.execute<OwnReviewLine>(sql`
      select ${raw(LINE_COLUMNS)}, l.decided_stage > l.stage as "isClosed"
      from (select l.*, r.stage ${from} order by l.place limit ${pageSize} offset ${page * pageSize}) l ${raw(LINE_TABLES)}
      order by l.place`),
    countAll(db, from),
  ])
  return { rows: listed.rows.map(withIsoTimes), ...counted }
}
