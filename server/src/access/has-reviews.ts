import type { Executor } from '../db/database.ts'

/** Whether somebody decides in a running review. */
export async function hasReviews(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ has: boolean }>({
    name: 'has-reviews',
    isLookUp: true,
    text: `select exists (
      select 1 from access_reviewers r join access_reviews v on v.id = r.review_id and v.state = 'running'
      where r.user_id = $1) as has`,
    values: [userId],
  })
  return rows[0]?.has === true
}
