import { aDraft, deleteDraft } from '../a-draft.ts'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'

test('the check names what is wrong by page, leads to the role, and draws it', async ({ admin, page }) => {
  await admin.open('/dashboard/Eroleclient', 'Application Roles')
  const check = await admin.openNew('Check approvals', 'Check approvals')
  await admin.fill(check, { 'Project Name': 'Eclaims', Client: 'Acme Insurance' })
  const intimation = check.getByRole('list', { name: 'Claim Intimation' })
  await expect(intimation.getByRole('listitem')).toHaveText([
    'Error: Nobody approves ₹10,00,000.01 and more.This is intendedOpen Finance',
    'Warning: Nobody gives the final approval of ₹0 to ₹10,00,000.Mend this',
  ])
  await expectAccessible(page, 'findings about approvals', check)

  await intimation.getByRole('link', { name: 'Open Finance' }).click()
  const form = admin.dialog('Update Role')
  await expect(form.getByLabel('Role Id')).toHaveValue('EC-ACME-04')
  await page.keyboard.press('Escape')
  await page.goBack()
  await arrived(page, (url) => url.searchParams.get('check') === 'rules')

  // The tabs by keyboard. The page with the most rows comes first.
  await check.getByRole('tab', { name: 'Rules' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const bars = check.locator('.picture').getByRole('link')
  await expect(bars).toHaveText([/^Claims Manager/, /^Regional Head/, /^Finance/, /^Director/])
  await expect(bars.nth(1)).toHaveAccessibleName(/^Regional Head: Authorised, ₹1,00,000.01 to ₹10,00,000, \d+ people$/)
  await expect(check.getByText('Nothing is missing on this page in this region.')).toBeVisible()
  await check.getByLabel('Region', { exact: true }).selectOption({ label: 'Goa' })
  await expect(bars).toHaveCount(3)

  await check.getByLabel('Page Name').selectOption({ label: 'Claim Intimation' })
  await expect(check.locator('.picture-mark')).toHaveCount(1)
  await expect(check.getByLabel('Region', { exact: true }).getByRole('option', { selected: true })).toHaveText(
    'Goa · Error',
  )
  const [gap, finance] = [await check.locator('.picture-mark').boundingBox(), await bars.nth(1).boundingBox()]
  expect(Math.abs((gap?.x ?? 0) - (finance?.x ?? 0) - (finance?.width ?? 0))).toBeLessThan(6)
  await expectAccessible(page, 'the picture of approvals', check)

  await page.emulateMedia({ media: 'print' })
  await expect(check.locator('.picture')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Application Roles', includeHidden: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // A table with the same facts.
  await check.getByRole('radio', { name: 'Table' }).focus()
  await page.keyboard.press('Space')
  await expect(check.getByRole('row')).toContainText([
    'Step',
    'Claims Executive',
    'FinanceAuthorised Approval₹0 to ₹10,00,000',
  ])
  await expectAccessible(page, 'the table of approvals', check)

  // All regions at once, by keyboard: the grid is one stop, and a cell leads to the picture of its region.
  await check.getByLabel('Page Name').selectOption({ label: 'Settlement' })
  await check.getByText('Coverage by region', { exact: true }).click()
  const grid = check.getByRole('table')
  await expect(grid.getByRole('columnheader')).toHaveText([
    ...['Region', 'Nobody approves', 'Step 2Claims Manager', 'Step 3Regional Head', 'Step 4Finance', 'Step 5Director'],
  ])
  await expect(grid.getByRole('rowheader')).toHaveCount(37)
  const cell = (name: string) => grid.getByRole('button', { name })
  await expect(cell('Kerala, Step 3: ₹1,00,000.01 to ₹10,00,000')).toBeVisible()
  await expect(cell('Goa, Step 3: –')).toBeVisible()
  await expect(cell('Goa, Step 4: up to ₹10,00,000')).toBeVisible()
  await expect(check.getByText('No region has a gap.')).toBeVisible()
  await expectAccessible(page, 'the coverage of approvals', check)
  await cell('Panindia, Nobody approves').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Control+End', 'Control+Home', 'ArrowDown', 'End'])
    await page.keyboard.press(key)
  await expect(cell('Andhra Pradesh, Step 5: any amount')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(cell('Andhra Pradesh, Step 5: any amount')).toBeFocused()
  await page.keyboard.press('Enter')
  const region = check.getByLabel('Region', { exact: true })
  await expect(region).toBeFocused()
  await expect(region.getByRole('option', { selected: true })).toHaveText('Andhra Pradesh')
  await expect(bars).toHaveCount(4)

  await check.getByLabel('Page Name').selectOption({ label: 'Claim Intimation' })
  await check.getByText('Coverage by region', { exact: true }).click()
  await expect(check.getByText('Regions with a gap: 37 of 37.')).toBeVisible()
  await expect(
    cell('Goa, Nobody approves: ₹10,00,000.01 and more. Nobody approves ₹10,00,000.01 and more.'),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'the gaps of approvals on a phone', check)
  await page.emulateMedia({ media: 'print' })
  await expect(cell('West Bengal, Step 4')).toBeVisible()
})

test('while one types, the forms of approvals say what would be found, in words, and keep nobody from saving', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/Eroleclient?field=name&search=Finance', 'Application Roles')
  await admin.choose('Finance', 'Edit')
  const role = admin.dialog('Update Role')
  const found = role.getByRole('status').getByRole('listitem')
  await expect(found).toHaveCount(0)
  await role.getByLabel('Range To').fill('500000')
  await expect(found.filter({ hasText: 'Nobody approves' }).first()).toContainText('Acme Insurance')
  await expect(role.getByRole('status')).toContainText('As typed, this would be found:')
  await expectAccessible(page, 'a role with what it would cause', role)
  await role.getByLabel('Range To').fill('1000000')
  await expect(found).toHaveCount(0)
  // Nothing can be said while the form has a problem, or the check fails.
  await page.route('**/api/admin/approvalCheck/typedRole', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await role.getByLabel('Range To').fill('400000')
  await failed
  await expect(role.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(role.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await admin
    .dialog('Discard')
    .or(page.getByRole('dialog').last())
    .getByRole('button', { name: /Discard|Leave/ })
    .click()

  await admin.open('/dashboard/approvalProcess?field=pageName&search=settlement', 'Document Approval')
  await admin.choose('Eclaims, Settlement, Director', 'Edit')
  const row = admin.dialog('Update Approval Page')
  await expect(row.getByRole('status').getByRole('listitem')).toHaveCount(0)
  await row.getByLabel('Status').selectOption('INACTIVE')
  await expect(row.getByRole('status').getByRole('listitem').first()).toContainText('Settlement · Acme Insurance')
  await row.getByLabel('Status').selectOption('ACTIVE')
  await expect(row.getByRole('status').getByRole('listitem')).toHaveCount(0)
  // The browser itself reports what was aborted.
  problems.length = 0
})

test('the editors of a draft say while one types what the draft would have, beside what it changes already', async ({
  admin,
  page,
}) => {
  const { draftId } = await aDraft(admin, 'As it is typed')

  await page.goto(`/dashboard/approvalVersions?draft=${draftId}&search=Finance`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('As it is typed')
  await page
    .getByRole('row', { name: /Finance.*Acme Insurance/ })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Change what it approves' }).click()
  const role = admin.dialog('Finance')
  const found = role.getByRole('status').getByRole('listitem')
  await role.getByLabel('Range To').fill('500000')
  await expect(found.filter({ hasText: 'Nobody approves ₹5,00,000.01' }).first()).toContainText('Acme Insurance')
  await expect(role.getByRole('status')).toContainText('As typed, this would be found:')
  await expectAccessible(page, 'a role of a draft with what it would cause', role)
  await role.getByLabel('Range To').fill('1000000')
  await expect(found).toHaveCount(0)
  await role.getByLabel('Range To').fill('500000')
  await role.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(role).toBeHidden()

  // The draft has this already, and a rule that it switches off leaves more amounts to nobody.
  await page.goto(`/dashboard/approvalVersions?draft=${draftId}&view=rules&search=Director`)
  await page
    .getByRole('row', { name: /Settlement.*Director.*Acme/ })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Change when it counts' }).click()
  const rule = admin.dialog('Settlement, Director')
  await rule.getByLabel('Status').selectOption('INACTIVE')
  const caused = rule.getByRole('status').getByRole('listitem')
  await expect(caused.filter({ hasText: 'Settlement · Acme Insurance' }).first()).toContainText('Nobody')
  await expect(caused.filter({ hasText: 'Claim Intimation · Acme Insurance' })).toContainText('₹5,00,000.01')
  await expectAccessible(page, 'a rule of a draft with what it would cause', rule)
  // What is typed is in no draft before it is saved.
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /Discard|Leave/ })
    .click()
  await page.getByRole('tab', { name: 'Comparison' }).click()
  await expect(page.getByText('Rules removed: 0')).toBeVisible()
  await deleteDraft(admin, draftId)
})
