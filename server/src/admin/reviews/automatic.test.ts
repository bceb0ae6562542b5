import { addUserApplicationClinetRole as assign, attachRoleToUser } from '@gatehouse/contract/admin/people/users.ts'
import { listReviews } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { readReviewSettings, saveReviewSettings } from '@gatehouse/contract/admin/reviews/settings.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { listOwnReviews } from '@gatehouse/contract/reviews.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../test/approvals.ts'
import { aPerson, someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer } from '../../../test/server.ts'
import { keepReviewDates } from './review-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('a review of a person starts by itself when they get another role or client, if that is set', async () => {
  const [matrix, other] = [await aMatrix(server), await aMatrix(server)]
  await matrix.row('Manager')
  await other.row('Manager')
  const [mover, promoted] = [await matrix.person('Manager'), await matrix.person('Manager')]
  const reviewer = await someoneSignedIn(server)
  const roleId = await aRole(server, ['audit:read'])
  const rounds = () => Promise.all([keepReviewDates(server), keepReviewDates(server)])
  const started = async () => (await reviewer.visitor.call(listOwnReviews)).data.length
  const give = (userId: string, { application, client }: typeof matrix) =>
    admin.call(assign, { userId, applicationId: application.id, clientId: client.id, role: 'Manager' })
  await give(mover.id, other)
  await rounds()
  expect(await started()).toBe(0)
  expect((await admin.call(readReviewSettings)).data).toMatchObject({ onRoleChange: false, owner: null })

  const settings = { onRoleChange: true, onClientChange: true, dueDays: 7, silence: 'keep' as const }
  expect(await admin.call(saveReviewSettings, { ...settings, reviewerIds: [] })).toMatchObject({ status: 400 })
  const { visitor: weak } = await someoneWith(server, ['reviews:read', 'reviews:write'])
  const whole = { ...settings, reviewerIds: [reviewer.person.id] }
  expect(await weak.call(saveReviewSettings, whole)).toMatchObject({ status: 403 })
  expect(await admin.call(saveReviewSettings, whole)).toMatchObject({ status: 200, msg: 'Settings Saved' })
  expect((await admin.call(readReviewSettings)).data).toMatchObject({
    ...settings,
    reviewers: [{ _id: reviewer.person.id }],
  })

  // Another role in the same client is no other client.
  await server.db.execute(
    sql`delete from assignments where user_id = ${mover.id} and application_id = ${other.application.id}`,
  )
  await give(mover.id, other)
  await admin.call(attachRoleToUser, { userId: promoted.id, roleId })
  await rounds()
  expect(await started()).toBe(2)
  const causes = (await admin.call(listReviews, {})).data.rows.map(({ cause, total }) => `${cause} ${total}`)
  expect(causes.toSorted()).toEqual(['client-changed 2', 'role-changed 1'])
  // One runs for them already.
  await server.db.execute(sql`insert into access_review_causes (user_id, cause) values (${mover.id}, 'role-changed')`)
  await rounds()
  expect(await started()).toBe(2)
})

test('another role in an application is another role; another date is none', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Manager')
  await matrix.row('Director')
  const [one, two] = [await matrix.person('Manager'), await matrix.person('Manager')]
  const reviewer = await someoneSignedIn(server)
  const settings = { onRoleChange: true, onClientChange: true, dueDays: 7, silence: 'keep' as const }
  await admin.call(saveReviewSettings, { ...settings, reviewerIds: [reviewer.person.id] })
  const runs = async () => (await admin.call(listReviews, {})).data.rows.map(({ cause, total }) => `${cause} ${total}`)
  const former = (await runs()).length
  const pair = { applicationId: matrix.application.id, clientId: matrix.client.id }
  const give = async (userId: string, role: string, validUntil: string | null = null) => {
    expect(await admin.call(assign, { userId, ...pair, role, validUntil })).toMatchObject({ status: 200 })
    await keepReviewDates(server)
    return (await runs()).slice(0, -former)
  }
  expect(await give(one.id, 'Manager', '2099-03-31')).toEqual([])
  expect(await give(one.id, 'Director')).toEqual(['role-changed 1'])
  expect(await give(two.id, 'Director')).toEqual(['role-changed 1', 'role-changed 1'])

  // Who has switched it off gets none.
  await admin.call(saveReviewSettings, { ...settings, onRoleChange: false, reviewerIds: [reviewer.person.id] })
  const three = await matrix.person('Manager')
  expect(await give(three.id, 'Director')).toHaveLength(2)
})

test('it starts with the reviewers who are active, or with whoever has set it', async () => {
  const matrix = await aMatrix(server)
  const [one, two, gone] = [await matrix.person('Manager'), await matrix.person('Manager'), await aPerson(server)]
  const reviewer = await someoneSignedIn(server)
  const settings = { onRoleChange: true, onClientChange: true, dueDays: 7, silence: 'keep' as const }
  await admin.call(saveReviewSettings, { ...settings, reviewerIds: [reviewer.person.id, gone.id] })
  const leave = (id: string) => server.db.execute(sql`update users set is_active = false where id = ${id}`)
  const change = async (userId: string) => {
    await server.db.execute(sql`insert into access_review_causes (user_id, cause) values (${userId}, 'role-changed')`)
    await keepReviewDates(server)
  }
  await leave(gone.id)
  await change(one.id)
  expect((await reviewer.visitor.call(listOwnReviews)).data).toHaveLength(1)
  await leave(reviewer.person.id)
  await change(two.id)
  // The one before falls to them, too, now that its reviewer has left.
  expect((await admin.call(listOwnReviews)).data).toHaveLength(2)
})

test('one that cannot start is shown with the reason, and starts when the settings are saved again', async () => {
  const matrix = await aMatrix(server)
  const [one, two] = [await matrix.person('Manager'), await matrix.person('Manager')]
  const reviewer = await someoneSignedIn(server)
  const owner = await someoneWith(server, Object.keys(PERMISSIONS) as Permission[])
  const settings = { onRoleChange: true, onClientChange: true, dueDays: 7, silence: 'keep' as const }
  const whole = { ...settings, reviewerIds: [reviewer.person.id] }
  expect(await owner.visitor.call(saveReviewSettings, whole)).toMatchObject({ status: 200 })
  await server.db.execute(sql`update users set is_active = false where id = ${owner.person.id}`)
  const change = async (userId: string, cause: string) => {
    await server.db.execute(sql`insert into access_review_causes (user_id, cause) values (${userId}, ${cause})`)
    await keepReviewDates(server)
  }
  const refused = async () => (await admin.call(readReviewSettings)).data.refused
  const reason = 'Whoever has set up these reviews may not start reviews any more.'
  await change(one.id, 'role-changed')
  await change(two.id, 'client-changed')
  expect(await refused()).toEqual({ count: 2, reason })
  expect((await reviewer.visitor.call(listOwnReviews)).data).toHaveLength(0)

  expect(await admin.call(saveReviewSettings, { ...whole, onClientChange: false })).toMatchObject({ status: 200 })
  expect(await refused()).toBeNull()
  await keepReviewDates(server)
  expect((await reviewer.visitor.call(listOwnReviews)).data).toHaveLength(1)
})

test('one that cannot start is tried again an hour later', async () => {
  const matrix = await aMatrix(server)
  const mover = await matrix.person('Manager')
  const reviewer = await someoneSignedIn(server)
  const owner = await someoneWith(server, Object.keys(PERMISSIONS) as Permission[])
  const settings = { onRoleChange: true, onClientChange: true, dueDays: 7, silence: 'keep' as const }
  await owner.visitor.call(saveReviewSettings, { ...settings, reviewerIds: [reviewer.person.id] })
  const setActive = (isActive: boolean) =>
    server.db.execute(sql`update users set is_active = ${isActive} where id = ${owner.person.id}`)
  await setActive(false)
  await server.db.execute(sql`insert into access_review_causes (user_id, cause) values (${mover.id}, 'role-changed')`)
  await keepReviewDates(server)
  await setActive(true)
  await keepReviewDates(server)
  const started = async () => (await reviewer.visitor.call(listOwnReviews)).data.length
  expect(await started()).toBe(0)
  await server.db.execute(sql`update access_review_causes set refused_at = now() - interval '61 minutes'`)
  await keepReviewDates(server)
  expect(await started()).toBe(1)
  expect((await admin.call(readReviewSettings)).data.refused).toBeNull()
})

test('of two who have read the settings and save at once one wins, and the other reads who it was', async () => {
  const reviewer = await someoneSignedIn(server)
  const other = await someoneWith(server, Object.keys(PERMISSIONS) as Permission[])
  const whole = {
    onRoleChange: true,
    onClientChange: true,
    silence: 'keep' as const,
    reviewerIds: [reviewer.person.id],
  }
  const race = async () => {
    const { version } = (await admin.call(readReviewSettings)).data
    const answers = await Promise.all(
      [admin, other.visitor].map((by, index) =>
        by.call(saveReviewSettings, { ...whole, dueDays: 20 + index, version }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { dueDays, owner } = (await admin.call(readReviewSettings)).data
    expect(owner?.name).toMatch(/\w/)
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      msg: 'Someone else has changed this in the meantime.',
      data: { changedBy: owner?.name },
    })
    expect(dueDays).toBe(answers[0]?.status === 200 ? 20 : 21)
  }
  await race()
  // The first time, too.
  await server.db.execute(sql`delete from installation where key = 'reviews'`)
  await race()
  // Those of a former release have no version yet.
  await server.db.execute(sql`update installation set value = value - 'version' where key = 'reviews'`)
  await race()
})
