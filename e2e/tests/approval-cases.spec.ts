import { aDraft, deleteDraft } from '../a-draft.ts'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'

test('a case is asked of a draft, and its address leads others to the same answer', async ({ admin, page }) => {
  const { draftId } = await aDraft(admin, 'A case of its own')
  await page.goto(`/dashboard/approvalVersions?draft=${draftId}`)
  await admin.chooseOfPage('Check a case')
  const check = admin.dialog('Check approvals')
  await admin.fill(check, { Client: 'Acme Insurance' })
  await expect(check.getByLabel('By which approvals')).toHaveValue('draft')
  await expect(check.getByLabel('Draft', { exact: true })).toHaveValue(draftId)
  await admin.fill(check, { 'Page Name': 'Settlement', Amount: '200000', Region: 'Kerala' })
  const steps = check.getByRole('list', { name: 'Steps of the approval' })
  await expect(steps.locator('b')).toHaveText(['Regional Head', 'Finance', 'Director'])
  await expect(steps).toContainText('Kerala')
  await expect(check.getByText(/^As the draft A case of its own would make it/)).toBeVisible()
  await arrived(page, (url) => url.searchParams.get('caseAmount') === '200000')
  await expectAccessible(page, 'a case by a draft', check)

  // Opened again by its address alone.
  const address = page.url()
  await page.goto('/dashboard/approvalProcess')
  await page.goto(address)
  await expect(steps.locator('b')).toHaveText(['Regional Head', 'Finance', 'Director'])
  await expect(check.getByLabel('Amount')).toHaveValue('2,00,000')
  await check.getByLabel('By which approvals').selectOption({ label: 'A version' })
  await check.getByLabel('Version', { exact: true }).selectOption({ index: 1 })
  await expect(steps.locator('b')).toHaveText(['Regional Head', 'Finance', 'Director'])
  await arrived(page, (url) => url.searchParams.has('caseVersion') && !url.searchParams.has('caseDraft'))
  await check.getByLabel('By which approvals').selectOption({ label: 'A day in the past' })
  await check.getByLabel('Day', { exact: true }).fill('2001-01-01')
  await expect(check.getByText('The portal does not know the rows of that moment.')).toBeVisible()
  // The other views have the same answer.
  await check.getByRole('tab', { name: 'Picture' }).click()
  await expect(check.getByText('The portal does not know the rows of that moment.')).toBeVisible()
  await deleteDraft(admin, draftId)
})

test('rules, picture and coverage are those of a draft, and can be mended only where they count', async ({
  admin,
  page,
}) => {
  const { draftId } = await aDraft(admin, 'A matrix of its own')
  await page.goto('/dashboard/approvalProcess')
  const check = await admin.openNew('Check approvals', 'Check approvals')
  await admin.fill(check, { 'Project Name': 'Eclaims', Client: 'Acme Insurance' })
  await expect(check.getByRole('button', { name: /^Mend this/ }).first()).toBeVisible()
  await check.getByLabel('By which approvals').selectOption({ label: 'A draft' })
  await expect(check.getByText('Choose which draft, version or day answers.')).toBeVisible()
  await check.getByLabel('Draft', { exact: true }).selectOption({ label: 'A matrix of its own' })
  const byDraft = check.getByText(/^As the draft A matrix of its own would make it/)
  await expect(byDraft).toBeVisible()
  await expect(check.getByRole('heading', { name: 'Claim Intimation' })).toBeVisible()
  await expect(check.getByRole('button', { name: /^(Mend this|This is intended)/ })).toHaveCount(0)
  await expectAccessible(page, 'the rules of a draft', check)
  await check.getByRole('tab', { name: 'Picture' }).click()
  await expect(byDraft).toBeVisible()
  await check.getByText('Coverage by region').click()
  await expect(byDraft).toBeVisible()
  // A link leads others to the same picture.
  await arrived(page, (url) => url.searchParams.get('caseDraft') === draftId)
  await page.reload()
  await expect(byDraft).toBeVisible()
  await check.getByRole('tab', { name: 'Rules' }).click()
  await check.getByRole('link', { name: 'Mend them in the comparison' }).click()
  await arrived(page, (url) => url.searchParams.get('draft') === draftId)
  await deleteDraft(admin, draftId)
})
