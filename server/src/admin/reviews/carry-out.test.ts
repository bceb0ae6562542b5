import * as calls from '@gatehouse/contract/admin/reviews/reviews.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../test/approvals.ts'
import { someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { countWaiting } from '../../../test/waiting.ts'

const server = useTestServer()

test.each([
  ['loses the permission', (id: string) => sql`update users set role_id = null where id = ${id}`],
  ['is deactivated', (id: string) => sql`update users set is_active = false where id = ${id}`],
  [
    'has ended that session from another one',
    (id: string) => sql`update sessions set ended_at = now(), end_reason = 'ended-by-owner' where user_id = ${id}`,
  ],
])('nothing more is taken away in the name of somebody who %s while a review is carried out', async (_, change) => {
  const matrix = await aMatrix(server)
  await matrix.row('Manager', { range: [0, 500_000] })
  for (const _holder of [1, 2, 3]) await matrix.person('Manager')
  const { person, visitor } = await someoneWith(server, ['reviews:read', 'reviews:write', 'users:write'])
  const reviewer = await someoneSignedIn(server)
  const dueOn = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const { data: review } = await visitor.call(calls.startReview, {
    ...{ name: 'Managers', reviewerRule: 'people', reviewerIds: [reviewer.person.id], dueOn, silence: 'revoke' },
    scope: { applicationId: matrix.application.id },
  } as never)
  const { rows: lines } = await server.db.execute<{ userId: string }>(sql`
    select user_id as "userId" from access_review_lines where review_id = ${review._id} order by place`)
  expect(lines).toHaveLength(3)

  const holding = await server.db.pool.connect()
  await holding.query('begin')
  await holding.query('select from users where id = $1 for update', [lines[1]?.userId])
  const completed = visitor.call(calls.completeReview, { reviewId: review._id, undecided: 3 })
  await expect.poll(() => countWaiting(server)).toBe(1)
  await server.db.execute(change(person.id))
  await holding.query('commit')
  holding.release()
  expect(await completed).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute<{ outcome: string }>(sql`
    select outcome from access_review_lines where review_id = ${review._id} order by place`)
  // The second one had been judged before.
  expect(rows.map(({ outcome }) => outcome)).toEqual(['revoked', 'revoked', 'failed'])
})
