import type { Executor } from '../db/database.ts'
import { REVIEW_DECIDERS } from './review-deciders.ts'

/** Whether somebody decides in a running review, at this moment. */
export async function hasReviews(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ has: boolean }>({
    name: 'has-reviews',
    isLookUp: true,
    text: `select exists (
      select 1 from ${REVIEW_DECIDERS} d join access_reviews v on v.id = d.review_id and v.state = 'running'
      where d.user_id = $1) as has`,
    values: [userId],
  })
  return rows[0]?.has === true
}
