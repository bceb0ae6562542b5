import type { MessageLanguage, NoticeName } from '@gatehouse/contract/notices.ts'
import sql, { raw } from 'sql-template-tag'
import { REVIEW_DECIDERS } from '../../access/review-deciders.ts'
import type { Tx } from '../../db/database.ts'
import { formatDay } from '../../notifications/format-time.ts'
import { type Notifier, notify } from '../../notifications/notify.ts'

/** About no application and client in particular. */
export const NOWHERE = { applicationId: null, clientId: null }

type Review = { id: string; name: string; dueOn: string }

/** Sends a notice to everybody for whose decision lines wait, with their number. */
export async function notifyReviewers(
  deps: Notifier,
  tx: Tx,
  notice: Extract<NoticeName, 'review-started' | 'review-reminder'>,
  review: Review,
): Promise<void> {
  const { rows } = await tx.execute<{ userId: string; language: MessageLanguage | null; lines: number }>(sql`
    select r.user_id as "userId", u.language, count(*)::int as lines
    from ${raw(REVIEW_DECIDERS)} r join access_review_lines l on l.id = r.line_id and l.decided_stage = r.stage - 1
      join users u on u.id = r.user_id
    where r.review_id = ${review.id} group by r.user_id, u.language order by r.user_id`)
  for (const { userId, language, lines } of rows)
    await notify(deps, tx, notice, userId, { scope: NOWHERE, values: valuesOf(review, lines, language) })
}

/** The variables of a message about a review. */
export const valuesOf = ({ id, name, dueOn }: Review, lines: number, language: MessageLanguage | null) => ({
  ...{ review: name, lines: String(lines), due: formatDay(dueOn, language ?? 'en'), reviewId: id },
})
