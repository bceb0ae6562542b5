import type { Executor } from '../db/database.ts'

/**
 * Whether somebody may have to decide in a running review: its start named them, or they started it and decide where nobody else is
 * left. Asked with each page, so it looks only there: about which lines they decide now is judged when the reviews are read.
 */
export async function hasReviews(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ has: boolean }>({
    name: 'has-reviews',
    isLookUp: true,
    text: `select exists (
        select 1 from access_reviewers r join access_reviews v on v.id = r.review_id and v.state = 'running'
        where r.user_id = $1)
      or exists (select 1 from access_reviews v where v.state = 'running' and v.owner_id = $1) as has`,
    values: [userId],
  })
  return rows[0]?.has === true
}
