import { type REVIEWER_RULES, REVIEWERS_MAX } from '@gatehouse/contract/admin/reviews/reviews.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { DECIDING_CONTACTS } from '../../access/decides-requests.ts'
import type { Tx } from '../../db/database.ts'
import type { REVIEWER_BASES } from '../../db/schema/reviews.ts'
import { AppError } from '../../errors.ts'

/** What somebody must still be to decide; see `access/review-deciders.ts`. */
type Basis = (typeof REVIEWER_BASES)[number]

type Chosen = { rule: (typeof REVIEWER_RULES)[number]; reviewerIds: string[]; secondReviewerIds: string[] }

const refuse = (msg: string) => new AppError('invalid_request', { msg })

/**
 * Writes who decides about each line of a new review. Nobody decides about their own access, or in both stages about the
 * same line. Whoever starts the review decides where nobody else would. The rule `owners` asks the chosen people where an application
 * has no active owner besides the person of the line.
 *
 * @throws AppError invalid_request with the reason
 */
export async function writeReviewers(
  tx: Tx,
  reviewId: string,
  starterId: string,
  { rule, reviewerIds, secondReviewerIds }: Chosen,
): Promise<void> {
  if (rule !== 'contacts') await requirePeople(tx, reviewerIds)
  if (secondReviewerIds.length > 0) await requirePeople(tx, secondReviewerIds)
  if (rule === 'contacts') await add(tx, reviewId, 1, 'contact', contactsOf(reviewId))
  if (rule === 'owners') await add(tx, reviewId, 1, 'owner', OWNERS)
  if (rule !== 'contacts') await add(tx, reviewId, 1, 'named', sql`${chosen(reviewerIds)} and ${isAlone(1)}`)
  await addStarter(tx, reviewId, 1, starterId)
  if (secondReviewerIds.length > 0) {
    await add(tx, reviewId, 2, 'named', chosen(secondReviewerIds))
    await addStarter(tx, reviewId, 2, starterId)
  }
  // They decide once no owner of the start is one any more.
  if (rule === 'owners') await add(tx, reviewId, 1, 'substitute', sql`${chosen(reviewerIds)} and not ${isAlone(1)}`)
}

/** Joined to the lines `l`. */
const chosen = (ids: string[]) => sql`join users u on u.id = any(${ids}::uuid[])`

/** Contacts who decide about requests for the client, too: only these are chosen by somebody who may give access (ADR 0101). */
const contactsOf = (reviewId: string) => sql`join (
    with contacts as materialized (
      select distinct p.client_id, w.id from ${raw(DECIDING_CONTACTS)}
        and p.client_id in (select n.client_id from access_review_lines n where n.review_id = ${reviewId}))
    select * from contacts) u on u.client_id = l.client_id`

const OWNERS = sql`join application_owners o on o.application_id = l.application_id
  join users u on u.id = o.user_id and u.is_active and u.deleted_at is null`

/** SQL: nobody decides about the line `l` in this stage yet. */
const isAlone = (stage: number) =>
  sql`not exists (select from access_reviewers r where r.line_id = l.id and r.stage = ${stage}::int)`

async function add(tx: Tx, reviewId: string, stage: number, basis: Basis, people: Sql): Promise<void> {
  await tx.execute(sql`
    insert into access_reviewers (line_id, stage, user_id, review_id, basis)
    select distinct l.id, ${stage}::int, u.id, l.review_id, ${basis} from access_review_lines l ${people}
    where l.review_id = ${reviewId} and u.id <> l.user_id
      and not exists (select from access_reviewers r where r.line_id = l.id and r.user_id = u.id)`)
}

/** Whoever starts the review decides about the lines that nobody decides about yet. */
async function addStarter(tx: Tx, reviewId: string, stage: number, starterId: string): Promise<void> {
  const isLeft = sql`l.review_id = ${reviewId} and ${isAlone(stage)}`
  await tx.execute(sql`
    insert into access_reviewers (line_id, stage, user_id, review_id)
    select l.id, ${stage}::int, ${starterId}, l.review_id from access_review_lines l
    where ${isLeft} and l.user_id <> ${starterId}
      and not exists (select from access_reviewers r where r.line_id = l.id and r.user_id = ${starterId})`)
  const { rows } = await tx.execute(sql`select 1 from access_review_lines l where ${isLeft} limit 1`)
  if (rows.length > 0)
    throw refuse('Some of these assignments would have no reviewer: nobody decides about their own access, or twice.')
}

async function requirePeople(tx: Tx, ids: string[]): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) throw refuse('Choose at least one reviewer')
  const { rows } = await tx.execute(sql`
    select 1 from users where id = any(${distinct}::uuid[]) and is_active and deleted_at is null limit ${REVIEWERS_MAX}`)
  if (rows.length < distinct.length) throw refuse('Choose reviewers with an active account')
}
