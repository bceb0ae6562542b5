import { REVIEW_GRACE_DAYS } from '@gatehouse/contract/admin/reviews/reviews.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql, { type Sql } from 'sql-template-tag'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/database.ts'
import { today } from '../../db/today.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../../notifications/notify.ts'
import { makeLoggedRounds } from '../../rounds.ts'
import { startAutomaticReviews } from './automatic.ts'
import { carryOut } from './carry-out.ts'
import { NOWHERE, notifyReviewers, valuesOf } from './notify-reviewers.ts'

const POLL_MS = 20_000
/** Reviewers are reminded so many days before a review is due, and again when it is overdue. */
const REMINDER_DAYS = 3

type Needs = Pick<Deps, 'db' | 'config' | 'outbox' | 'log'>
type Due = { id: string; name: string; dueOn: string; ownerId: string }

/** Starts, reminds of, escalates and closes reviews. Every server repeats it; each date is dealt with once. */
export const makeReviewDates = makeLoggedRounds(POLL_MS, keepReviewDates, 'dates of reviews')

export async function keepReviewDates(deps: Needs): Promise<void> {
  const { db, config } = deps
  const day = today(config.timeZone)
  await startAutomaticReviews(deps)
  await each(deps, sql`not is_reminded and due_on <= ${day} + ${REMINDER_DAYS}::int`, remind)
  await each(deps, sql`not is_escalated and due_on < ${day}`, escalate)
  await each(deps, sql`due_on < ${day} - ${REVIEW_GRACE_DAYS}::int`, close)
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from access_reviews where state = 'closing' order by id`,
  )
  for (const { id } of rows) await carryOut(deps, id)
}

/** Deals with each running review for which a condition holds, in a transaction that locks it. */
async function each(
  deps: Needs,
  condition: Sql,
  work: (deps: Needs, tx: Tx, due: Due) => Promise<void>,
): Promise<void> {
  for (;;) {
    const isDone = await deps.db.transaction(async (tx) => {
      const { rows } = await tx.execute<Due>(sql`
        select id, name, due_on::text as "dueOn", owner_id as "ownerId" from access_reviews
        where state = 'running' and ${condition} order by due_on, id limit 1 for update skip locked`)
      const [due] = rows
      if (due === undefined) return true
      await work(deps, tx, due)
      return false
    })
    if (isDone) return
    deps.outbox.wake()
  }
}

async function remind(deps: Needs, tx: Tx, due: Due): Promise<void> {
  await tx.execute(sql`update access_reviews set is_reminded = true where id = ${due.id}`)
  await notifyReviewers(deps, tx, 'review-reminder', due)
}

/** The owner is told, and reviewers are reminded again. */
async function escalate(deps: Needs, tx: Tx, due: Due): Promise<void> {
  await tx.execute(sql`update access_reviews set is_escalated = true where id = ${due.id}`)
  const { rows } = await tx.execute<{ lines: number; language: MessageLanguage | null; isActive: boolean | null }>(sql`
    select (select count(*)::int from access_review_lines l where l.review_id = v.id and l.decided_stage < v.stages) as lines,
      u.language, u.is_active and u.deleted_at is null as "isActive"
    from access_reviews v left join users u on u.id = v.owner_id where v.id = ${due.id}`)
  const { lines = 0, language = null, isActive = false } = rows[0] ?? {}
  if (isActive)
    await notify(deps, tx, 'review-overdue', due.ownerId, { scope: NOWHERE, values: valuesOf(due, lines, language) })
  await notifyReviewers(deps, tx, 'review-reminder', due)
}

/** In the name of the owner, with the rights that they have when it is carried out. */
async function close(_deps: Needs, tx: Tx, { id, name }: Due): Promise<void> {
  await tx.execute(sql`
    update access_reviews set state = 'closing', closed_by = owner_id, closed_session_id = owner_session_id, closed_ip = owner_ip
    where id = ${id}`)
  await recordAudit(tx, { event: 'reviews.completed', subjectId: id, detail: { name, by: 'gatehouse', changes: [] } })
}
