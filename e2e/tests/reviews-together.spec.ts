import { startReview } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { query } from '@gatehouse/server/test/processes.ts'
import { expect, test } from '../console.ts'

test('of two reviewers with the same list, the second is told what the first has decided', async ({
  admin,
  product,
  signIn,
}) => {
  const reviewers = [await admin.employ('Mrudula', []), await admin.employ('Ekta', [])]
  for (const name of ['Tvisha', 'Yamini']) {
    const { email } = await admin.employ(name, [])
    await query(
      product.dataDir,
      `insert into assignments (id, user_id, application_id, client_id, role, valid_until)
        select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name, now() + interval '3 days'
        from users u, application_roles r where u.email = '${email}' and r.role_id = 'EC-ACME-02'`,
    )
  }
  const { _id } = await admin.call<{ _id: string }>(startReview.path, {
    ...{ name: 'Together', reviewerRule: 'people', silence: 'keep', scope: { endsWithinDays: 5 } },
    ...{ reviewerIds: reviewers.map((one) => one._id), secondReviewerIds: [] },
    dueOn: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
  })
  const at = `/dashboard/myReviews?review=${_id}`
  const [first, second] = [await signIn(reviewers[0] as never, at), await signIn(reviewers[1] as never, at)]
  const decide = (who: typeof first, decision: string, name: string) =>
    who.page.getByRole('button', { name: new RegExp(`^${decision}: ${name} Kapoor`) }).click()
  for (const { page } of [first, second]) await expect(page.getByRole('row', { name: /Tvisha/ })).toBeVisible()
  await decide(first, 'Revoke', 'Tvisha')
  await expect(first.page.getByText('Decided: 1')).toBeVisible()

  await decide(second, 'Keep', 'Tvisha')
  const told = second.page.getByText('Somebody else has decided meanwhile: revoke')
  await expect(told).toBeVisible()
  await expect(second.page.getByText(/Mrudula Kapoor · /)).toBeVisible()
  await expect(second.page.getByText(/^Tvisha Kapoor, Eclaims · /)).toBeVisible()
  // What is decided leaves the list, which then agrees with everybody else's.
  await expect(second.page.getByRole('row', { name: /Tvisha/ })).toHaveCount(0)
  await decide(second, 'Keep', 'Yamini')
  await expect(second.page.getByText('Decided: 1')).toBeVisible()
  await expect(told).toHaveCount(0)
  const decided = await query(
    product.dataDir,
    `select u.first_name as name, l.decision from access_review_lines l join users u on u.id = l.user_id
      where l.review_id = $1 and l.decision is not null order by 1`,
    [_id],
  )
  expect(decided).toEqual([
    { name: 'Tvisha', decision: 'revoke' },
    { name: 'Yamini', decision: 'keep' },
  ])
  // Other tests count the assignments that end soon.
  await query(
    product.dataDir,
    `update assignments set valid_until = null where user_id in (
      select id from users where first_name in ('Tvisha', 'Yamini'))`,
  )
})
