import type { Page } from '@playwright/test'
import { COMING } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { checkOf } from '../overlays/approvals.ts'

test.use({ keepsBrowsers: true })

/** A4 without its margins. */
const PAPER = { width: 718, height: 1000 }

/** How many sheets the page takes. */
async function sheets(page: Page): Promise<number> {
  const file = await page.pdf({ format: 'A4' })
  return file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('a list is printed with all its columns whole and what it is narrowed to, without what can be pressed', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/user?isActive=true&search=a&field=any', 'Users')
  const columns = (await admin.columns()).filter((name) => name !== 'Action')
  expect(columns.length).toBeGreaterThan(4)
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  for (const name of ['New User', 'Filters', 'Views', 'Clear all', 'Next page', /^Actions for/])
    await expect(main.getByRole('button', { name })).toHaveCount(0)
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(main.getByText(/^1–\d+ of \d+$/)).toBeVisible()
  await expect(main.getByText('Status: ACTIVE', { exact: true })).toBeInViewport({ ratio: 1 })
  const search = main.getByRole('searchbox')
  await expect(search).toBeInViewport({ ratio: 1 })
  await expect(search).toHaveValue('a')
  const table = admin.table()
  expect((await admin.columns()).map((name) => name.trim())).toEqual(columns.map((name) => name.trim()))
  const headers = table.getByRole('columnheader')
  for (const header of await headers.all()) await expect(header).toBeInViewport({ ratio: 1 })
  for (const cell of await table.getByRole('row').nth(1).getByRole('cell').all())
    await expect(cell).toBeInViewport({ ratio: 1 })
  const cut = () =>
    table.locator('td').evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length)
  await expect.poll(cut).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER.width)

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard/user')
  await admin.settled()
  await page.emulateMedia({ media: 'print' })
  await expect(search).toBeHidden()
})

test('a list without chips is printed with the filters that are set, and without the others', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/messages?channel=email&state=sent', 'Messages')
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  for (const label of ['Channel', 'Status'])
    await expect(main.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 })
  for (const label of ['Message', 'From']) await expect(main.getByLabel(label, { exact: true })).toBeHidden()
})

test('a moment is printed with its date, also within a sentence', async ({ admin, page }) => {
  const { _id } = await admin.employ('Printed', [])
  await admin.open('/dashboard/activity', 'Activity')
  const moment = admin.table().getByRole('time').first()
  await expect(moment).toHaveText(/^today /)
  await page.emulateMedia({ media: 'print' })
  await expect(moment).toHaveText(/\b\d{4}\b.* \d+:\d\d/)
  await page.emulateMedia({ media: 'screen' })
  await expect(moment).toHaveText(/^today /)

  await page.goto(`/dashboard/users/${_id}`)
  const created = page
    .getByRole('definition')
    .filter({ hasText: /^today / })
    .first()
  await expect(created).toBeVisible()
  const main = page.getByRole('main')
  await page.emulateMedia({ media: 'print' })
  await expect(main).toContainText(/Created\s*\d+ \w+ \d{4}/)
  await expect(main).not.toContainText('today')
})

test('the check of approvals is printed alone, as long as it is', async ({ admin, page }) => {
  await page.goto(await checkOf(admin, 'Eclaims', 'Acme'))
  const check = admin.dialog('Check approvals')
  await expect(check.locator(COMING)).toHaveCount(0)
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  await expect(check).toBeVisible()
  await expect(check.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await expect(page.locator('.dashboard').first()).toBeHidden()
  const hidden = await check.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)
  expect(hidden).toBe(0)
})

test('below the last line of a list nothing begins another sheet', async ({ admin, page }) => {
  await admin.open('/dashboard/user?search=asha', 'Users')
  await page.emulateMedia({ media: 'print' })
  const below = () => {
    const card = document.querySelector('.list-card')?.getBoundingClientRect()
    return document.body.getBoundingClientRect().bottom - (card?.bottom ?? 0)
  }
  expect(await page.evaluate(below)).toBeLessThan(8)
})

test('a dialog over a long list takes no sheets for the list', async ({ admin, page }) => {
  await admin.open('/dashboard/user?size=25', 'Users')
  expect(await sheets(page)).toBeGreaterThan(1)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(admin.dialog('Update User').getByLabel('Email')).toBeVisible()
  expect(await sheets(page)).toBe(1)
})
