import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { makeWalked, OVERLAYS, removeWalked } from '../overlays.ts'

test.afterAll(({ product }) => removeWalked(product))

test('every dialog, menu, list of choices and notice is accessible in both themes and languages, and fits a small phone', async ({
  admin,
  product,
  signIn,
  problems,
}) => {
  test.setTimeout(600_000)
  const world = { admin, product, signIn }
  await admin.page.goto('/dashboard/app')
  await makeWalked(world)
  for (const { file, at, open, isWaiting } of OVERLAYS) {
    await test.step(`${file}, ${at}`, async () => {
      await admin.page.goto(at)
      await arrived(admin.page, ({ pathname }) => pathname === at.split('?')[0])
      await expect(admin.page.getByRole('main').locator('[aria-busy="true"], [data-stale]')).toHaveCount(0)
      const overlay = await open(world)
      await expect(overlay).toBeVisible()
      if (!isWaiting) await expect(overlay.locator('.spinner, [aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(overlay.page(), `${file}, ${at}`, overlay, () => open(world))
    })
  }
  // The browser itself reports what is refused and what cannot be loaded.
  problems.length = 0
})
