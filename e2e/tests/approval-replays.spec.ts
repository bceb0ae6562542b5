import { query } from '@gatehouse/server/test/processes.ts'
import { aDraft, deleteDraft } from '../a-draft.ts'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'

test('decisions are replayed against a draft, and each that differs leads to its case', async ({
  admin,
  page,
  product,
}) => {
  const { applicationId, draftId } = await aDraft(admin, 'Less for heads')
  const [role] = await query<{ id: string }>(
    product.dataDir,
    `select id from application_roles where application_id = '${applicationId}' and name = 'Regional Head'`,
  )
  await admin.call('/api/admin/approvalDrafts/saveRole', {
    ...{ draftId, revision: 1, roleId: role?.id, actionOfRole: 'Authorised', sequence: 2, regions: ['All'] },
    ...{ rangeFrom: 100000.01, rangeTo: 150000 },
  })
  // As applications would have asked on a day on which no other test asks.
  const [then] = await query<{ day: string }>(product.dataDir, "select (now() - interval '20 days')::date::text as day")
  const day = then?.day ?? ''
  await query(
    product.dataDir,
    `insert into approval_decisions (decision_id, application_id, at, user_id, client_id, page, action, amount, currency, region, document, role,
       is_allowed, reasons, version)
     select gen_random_uuid(), r.application_id, '${day} 12:00+05:30', s.user_id, r.client_id, d.page_id, 'Authorised', amount, 'INR', 'IN-KL',
       '{"createdBy": null, "approvals": [], "earlierAmount": "5000"}', r.name, true, '{row-allows}', 1
     from application_roles r join pages p on p.application_id = r.application_id and p.name = 'Settlement'
       join document_approvals d on d.application_role_id = r.id and d.page_id = p.id
       join assignments s on s.application_id = r.application_id and s.client_id = r.client_id and s.role = r.name
       cross join (values ('120000'), ('400000')) asked(amount)
     where r.id = '${role?.id}' limit 2`,
  )
  await page.goto(`/dashboard/approvalVersions?draft=${draftId}`)
  await admin.chooseOfPage('Replay decisions')
  const starting = admin.dialog('Replay decisions')
  await expect(starting.getByText('Against the draft Less for heads.')).toBeVisible()
  await starting.getByLabel('From', { exact: true }).fill(day)
  await starting.getByLabel('To', { exact: true }).fill(day)
  await starting.getByRole('button', { name: 'Start' }).click()
  await arrived(page, (url) => url.searchParams.has('replay'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replay against Less for heads')
  await expect(page.getByText('Decisions that change: 1 of 2. Unapprovable: 0.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  const row = page.getByRole('row', { name: /Settlement.*₹4,00,000/ })
  await expect(row).toContainText('Would be denied')
  await expect(row).toContainText('Approved before: ₹5,000')
  await expectAccessible(page, 'a replay of decisions')

  const [decision] = await query<{ id: string }>(
    product.dataDir,
    `select decision_id as id from approval_decisions where amount = '400000' and application_id = '${applicationId}' and at < now() - interval '19 days'`,
  )
  const search = page.getByRole('searchbox', { name: 'Decision id' })
  await search.fill(draftId)
  await expect(page.getByText('No listed decision has this id.')).toBeVisible()
  await search.fill(decision?.id ?? '')
  await expect(row).toContainText(decision?.id ?? 'no id')

  await row.getByRole('link', { name: 'Settlement' }).click()
  const check = admin.dialog('Check approvals')
  await expect(check.getByText(/^As the draft Less for heads would make it/)).toBeVisible()
  await expect(check.getByLabel('Approved before')).toHaveValue('5,000')
  await expect(check.getByLabel('Draft', { exact: true })).toHaveValue(draftId)
  await page.goBack()
  await page.getByRole('link', { name: 'Approval versions' }).last().click()
  await expect(page.getByRole('row', { name: /Replay against Less for heads/ })).toContainText('1 of 2 change')
  await expectAccessible(page, 'the replays')
  await deleteDraft(admin, draftId)
})

test('the dialog that starts a replay asks before it loses a chosen draft, and Enter in a date starts it', async ({
  admin,
  page,
}) => {
  const { applicationId, draftId } = await aDraft(admin, 'Replayed by Enter')
  await page.goto(`/dashboard/approvalVersions?applicationId=${applicationId}`)
  const starting = admin.dialog('Replay decisions')
  await page.getByRole('button', { name: 'Replay decisions', exact: true }).click()
  const drafts = starting.getByRole('combobox', { name: 'Draft', exact: true })
  await drafts.selectOption(draftId)
  await page.keyboard.press('Escape')
  await expect(admin.dialog('Discard changes?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drafts).toHaveValue(draftId)

  await starting.getByLabel('To', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await arrived(page, (url) => url.searchParams.has('replay'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replay against Replayed by Enter')
  await deleteDraft(admin, draftId)
})
