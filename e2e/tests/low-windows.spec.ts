import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

/** A phone held across; a laptop at 200 % and at 400 %. */
const LOW = [
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 360, height: 225 },
]

test('a menu stays within a low window, and its items can be reached there', async ({ page }) => {
  for (const size of LOW) {
    await test.step(`${size.width} × ${size.height}`, async () => {
      await page.setViewportSize(size)
      await page.goto('/dashboard/user')
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .press('Enter')
      const menu = page.getByRole('menu')
      const items = page.getByRole('menuitem')
      await expect(items.first()).toBeFocused()
      await expect(menu).toBeInViewport({ ratio: 1 })
      await expect(items.first()).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('ArrowUp')
      await expect(items.last()).toBeFocused()
      await expect(items.last()).toBeInViewport({ ratio: 1 })
      await expect(menu).toBeInViewport({ ratio: 1 })
    })
  }
})

test('a tap beside an open menu closes it, and opens nothing that lies under the finger', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    baseURL: product.baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const portal = new Portal(page, product)
  await portal.openSession(portal.person('asha'))
  await page.goto('/dashboard/user')
  const buttons = page.getByRole('main').getByRole('button', { name: /^Actions for/ })
  await buttons.nth(1).tap()
  await expect(page.getByRole('menu')).toBeVisible()
  // A link has changed the address when its click is over.
  await page.evaluate(() => {
    addEventListener('click', () => document.body.setAttribute('data-clicked-at', location.pathname))
  })
  await page.touchscreen.tap(60, 300)
  await expect(page.locator('body')).toHaveAttribute('data-clicked-at', '/dashboard/user')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.touchscreen.tap(60, 300)
  await expect(page).toHaveURL(/\/dashboard\/users\//)
  await context.close()
})

test('in a usual window a long list ends with the window: only its rows scroll', async ({ admin, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [path, title] of [
    ['/dashboard/activity', 'Activity'],
    ['/dashboard/messages', 'Messages'],
    ['/dashboard/user?size=25', 'Users'],
  ] as const) {
    await admin.open(path, title)
    const rows = page.getByRole('main').locator('.data-table-frame')
    await rows.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
    // A row may be wider than the window: all of its height must be seen.
    await expect(admin.table().getByRole('row').last().getByRole('cell').first()).toBeInViewport({ ratio: 1 })
    await expect(admin.table().getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.pagination')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
  }
})
