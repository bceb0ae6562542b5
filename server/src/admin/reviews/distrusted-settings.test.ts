import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { attachRoleToUser } from '@gatehouse/contract/admin/people/users.ts'
import { readReviewSettings, saveReviewSettings } from '@gatehouse/contract/admin/reviews/settings.ts'
import { listOwnReviews } from '@gatehouse/contract/reviews.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../test/approvals.ts'
import { someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { prune } from '../../db/prune.ts'
import { keepReviewDates } from './review-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** It is set up in a session that somebody's other role starts a review of what they have. */
async function automaticReviews() {
  // What another test has left would start with these reviewers.
  await server.db.execute(sql`delete from access_review_causes`)
  const owner = await someoneWith(server, ['reviews:read', 'reviews:write', 'users:write'])
  const matrix = await aMatrix(server)
  await matrix.row('Manager')
  const [holder, reviewer] = [await matrix.person('Manager'), await someoneSignedIn(server)]
  const settings = { onRoleChange: true, onClientChange: false, dueDays: 7, silence: 'revoke' as const }
  const save = (by: Visitor) => by.call(saveReviewSettings, { ...settings, reviewerIds: [reviewer.person.id] })
  expect(await save(owner.visitor)).toMatchObject({ status: 200 })
  const change = async () => {
    await admin.call(attachRoleToUser, { userId: holder.id, roleId: await aRole(server, ['audit:read']) })
    await keepReviewDates(server)
  }
  const started = async () => (await reviewer.visitor.call(listOwnReviews)).data.length
  return { owner: owner.person, save, change, started }
}

const REFUSED = {
  count: 1,
  reason:
    'The session in which these reviews were set up was ended, or the password was changed since. Save the settings again.',
}

test('no review starts by itself as it was set up in a session that was distrusted, until somebody saves that again', async () => {
  const { owner, save, change, started } = await automaticReviews()
  expect(await admin.call(endUserSessions, { userId: owner.id })).toMatchObject({ status: 200 })
  await change()
  expect(await started()).toBe(0)
  expect((await admin.call(readReviewSettings)).data.refused).toEqual(REFUSED)
  expect(await save(admin)).toMatchObject({ status: 200 })
  await keepReviewDates(server)
  expect(await started()).toBe(1)
})

test('that it was distrusted is known for as long as the settings are of it', async () => {
  const { owner, change, started } = await automaticReviews()
  await admin.call(endUserSessions, { userId: owner.id })
  await server.db.execute(sql`
    update sessions set ended_at = now() - interval '40 days', expires_at = now() - interval '40 days'
    where user_id = ${owner.id}`)
  await prune(server.db, async () => undefined)
  await change()
  expect(await started()).toBe(0)
  expect((await admin.call(readReviewSettings)).data.refused).toEqual(REFUSED)
})

test('a session that has ended in the course of things changes nothing', async () => {
  const { owner, change, started } = await automaticReviews()
  await server.db.execute(sql`
    update sessions set ended_at = now(), end_reason = 'logout' where user_id = ${owner.id}`)
  await change()
  expect(await started()).toBe(1)
})
