import { query } from '@gatehouse/server/test/processes.ts'
import { aDraft, deleteDraft } from '../a-draft.ts'
import { expect, test } from '../console.ts'

test('what is decided by one while another withdraws it is shown, and the focus stays in the page', async ({
  admin,
  page,
  problems,
  product,
  signIn,
}) => {
  const { applicationId, draftId } = await aDraft(admin, 'Decided twice')
  const other = await signIn(await admin.employ('Dvitiya', ['approvals:read', 'approvals:write']))
  await admin.call('/api/admin/approvalPublishing/start', { applicationId })
  const [role] = await query<{ id: string }>(
    product.dataDir,
    `select id from application_roles where application_id = '${applicationId}' and role_id = 'EC-ACME-04'`,
  )
  await admin.call('/api/admin/approvalDrafts/saveRole', {
    ...{ draftId, revision: 1, roleId: role?.id, actionOfRole: 'Authorised Approval', sequence: 3, regions: ['All'] },
    ...{ rangeFrom: 0, rangeTo: 1200000, bounds: '[]' },
  })
  const draft = `/dashboard/approvalVersions?draft=${draftId}`
  const content = page.getByRole('main')
  const asks = page.getByRole('button', { name: 'Ask to publish' })
  const withdraw = page.getByRole('button', { name: 'Withdraw' })
  const ask = async () => {
    await asks.click()
    const asking = admin.dialog('Ask a second person to publish?')
    await asking.getByLabel('Reason').fill('For the board')
    await asking.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(withdraw).toBeVisible()
  }
  await page.goto(draft)
  await ask()
  await withdraw.press('Enter')
  await expect(asks).toBeVisible()
  await expect(content).toBeFocused()

  await ask()
  await other.page.goto(draft)
  await other.page.getByRole('button', { name: 'Send back' }).press('Enter')
  const sending = other.dialog('Send it back?')
  await sending.getByLabel('What is to be done').fill('Ask the board first')
  await sending.getByRole('button', { name: 'Send back' }).press('Enter')
  await expect(other.page.getByText('Ask the board first')).toBeVisible()
  await expect(other.page.getByRole('main')).toBeFocused()

  await withdraw.press('Enter')
  await expect(admin.toast('Someone else has changed this in the meantime.')).toBeVisible()
  await expect(content.getByText('Dvitiya Kapoor sent this draft back', { exact: false })).toBeVisible()
  await expect(withdraw).toHaveCount(0)
  await expect(content).toBeFocused()
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  problems.length = 0
  await query(
    product.dataDir,
    `update approval_matrices set asks_second_person = false where application_id = '${applicationId}'`,
  )
  await deleteDraft(admin, draftId)
})
