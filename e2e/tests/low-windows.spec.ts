import { expect, test } from '../console.ts'

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
