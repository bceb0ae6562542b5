import type { Page } from '@playwright/test'
import { expect, test } from '../console.ts'
import { leaveToRetry } from '../retry-only.ts'

// What a page does by itself after its parts could not be loaded.

const LISTS = '**/api/users/listAllActiveUser?*'
const main = (page: Page) => page.getByRole('main')
const retry = (page: Page) => main(page).getByRole('button', { name: 'Retry' })

async function openUsers(page: Page) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true }).click()
}

/** The list of people fails as it says. @returns how often it was asked for */
async function failUsers(page: Page, status: number): Promise<() => number> {
  let asked = 0
  await page.route(LISTS, (route) => {
    asked++
    return route.fulfill({ status, json: { code: status, msg: 'Not now', data: null } })
  })
  return () => asked
}

/** Its time goes on only when a test says so. */
async function stopTime(page: Page) {
  await page.clock.install()
  await page.goto('/dashboard/role')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles')
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
}

/** The second try, a second later, fails as well. */
async function failed(page: Page) {
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(retry(page)).toBeVisible({ timeout: 200 })
  }).toPass()
}

test('what failed while the server was away loads by itself, also when it is back before the page asks', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/role', 'Roles')
  const answer = await leaveToRetry(page)
  await failUsers(page, 503)
  await openUsers(page)
  await expect(retry(page)).toBeVisible()
  await page.unroute(LISTS)
  await answer()
  // Whoever is on the first page, after the row of headers.
  await expect(admin.table().getByRole('row').nth(1)).toBeVisible()
})

test('a tab that was hidden asks for nothing again that fails though the server is well', async ({
  page,
  problems,
}) => {
  await stopTime(page)
  const show = (isHidden: boolean) =>
    page.evaluate((value) => Object.defineProperty(document, 'hidden', { value, configurable: true }), isHidden)
  await show(true)
  const asked = await failUsers(page, 500)
  let questions = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/readyz')) questions++
  })
  await openUsers(page)
  await failed(page)
  await page.clock.runFor(20_000)
  expect(questions).toBe(0)
  await show(false)
  const before = asked()
  const answered = page.waitForResponse((response) => response.url().endsWith('/readyz'))
  await page.clock.runFor(5000)
  expect((await answered).status()).toBe(200)
  await page.clock.runFor(5000)
  await expect(retry(page)).toBeVisible()
  expect(asked()).toBe(before)
  // The browser reports the failed calls.
  problems.length = 0
})

test('browsers that failed together do not ask together', async ({ page, context }) => {
  const other = await context.newPage()
  const asked = [0, 0]
  for (const [index, one] of [page, other].entries()) {
    one.on('request', (request) => {
      if (request.url().endsWith('/readyz')) asked[index] = (asked[index] ?? 0) + 1
    })
    await one.addInitScript((chance) => {
      Math.random = () => chance
    }, index * 0.99)
    await stopTime(one)
    await failUsers(one, 503)
    await openUsers(one)
    await failed(one)
    await one.clock.runFor(2000)
  }
  await expect.poll(() => asked[0]).toBeGreaterThan(0)
  expect(asked[1]).toBe(0)
  await other.clock.runFor(3000)
  await expect.poll(() => asked[1]).toBeGreaterThan(0)
})
