import { expect, test } from '../console.ts'
import { checkOf } from '../overlays/approvals.ts'

/** A4 without its margins. */
const PAPER = { width: 718, height: 1000 }

test('a list is printed with all its columns whole, and without what can be pressed', async ({ admin, page }) => {
  await admin.open('/dashboard/user', 'Users')
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  for (const name of ['New User', 'Filters', 'Next page', /^Actions for/])
    await expect(main.getByRole('button', { name })).toHaveCount(0)
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(main.getByText(/^1–10 of \d+$/)).toBeVisible()
  const table = admin.table()
  for (const name of ['Email', 'Assigned Apps', 'Status'])
    await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
  const cut = () =>
    table.locator('td').evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length)
  await expect.poll(cut).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER.width)
})

test('the check of approvals is printed alone, as long as it is', async ({ admin, page }) => {
  await page.goto(await checkOf(admin, 'Eclaims', 'Acme'))
  const check = admin.dialog('Check approvals')
  await expect(check.locator('.spinner, [aria-busy="true"]')).toHaveCount(0)
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  await expect(check).toBeVisible()
  await expect(check.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await expect(page.locator('.dashboard').first()).toBeHidden()
  const hidden = await check.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)
  expect(hidden).toBe(0)
})
