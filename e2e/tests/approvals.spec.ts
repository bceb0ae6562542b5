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
})
