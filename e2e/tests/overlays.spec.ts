import { expectAccessible, WIDE } from '../accessible.ts'
import { arrived, COMING } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { OVERLAYS } from '../overlays/all.ts'
import { makeWalked, removeWalked } from '../overlays/walked.ts'
import { expectFailureShown, openAfterFailure } from '../refused.ts'
import { visit } from '../visit.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ viewport: WIDE })
test.afterEach(async ({ product }) => {
  await removeWalked(product)
})

/** The workers share the walk. A secret of an application is made by one overlay and revoked by another. */
for (const [part, overlays] of OVERLAYS)
  test(`every dialog, menu, list of choices and notice of ${part} is accessible in both themes and languages, fits a small phone, and says what failed`, async ({
    admin,
    product,
    signIn,
    problems,
  }) => {
    test.setTimeout(600_000)
    const world = { admin, product, signIn }
    await admin.page.goto('/dashboard/app')
    await makeWalked(world)
    for (const { file, at, open, isWaiting, isLoaded, isChange, needsName } of overlays) {
      await test.step(`${file}, ${at}`, async () => {
        await visit(admin.page, at)
        await arrived(admin.page, ({ pathname }) => pathname === at.split('?')[0])
        await expect(admin.page.getByRole('main').locator(`${COMING}, [data-stale]`)).toHaveCount(0)
        const overlay = isLoaded ? await openAfterFailure(admin.page, () => open(world)) : await open(world)
        await expect(overlay).toBeVisible()
        if (!isWaiting) await expect(overlay.locator(COMING)).toHaveCount(0)
        await expectAccessible(overlay.page(), `${file}, ${at}`, overlay, () => open(world))
        if (needsName) await overlay.getByRole('textbox').fill('Walked again')
        if (isChange) await expectFailureShown(admin.page, overlay)
      })
    }
    // The browser itself reports what is refused and what cannot be loaded.
    problems.length = 0
  })
