import { expectAccessible, expectFreeOrientation } from '../accessible.ts'
import { COMING } from '../arrived.ts'
import { expect, type Portal, test } from '../portal.ts'
import { visit } from '../visit.ts'
import { SIGNED_IN_PAGES, VISITOR_PAGES } from '../visitor-pages.ts'

test('every page for visitors is accessible in both themes and languages, fits a small phone, and offers passkeys in the field for a name and by a button', async ({
  portal,
}) => {
  test.setTimeout(300_000)
  const { page } = portal
  const doors: string[] = []
  for (const [name, path] of Object.entries(VISITOR_PAGES)) {
    await walk(portal, path)
    const field = page.locator('input[autocomplete~="username"]:visible:not([readonly])')
    if ((await field.count()) === 0) continue
    doors.push(name)
    await expect(field, path).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' }), path).toBeVisible()
  }
  expect(doors).toEqual(['login', 'loginandregister', 'otp', 'ssologin'])
  await expectFreeOrientation(page)
})

test('every page outside the dashboard for people who are signed in is accessible alike', async ({
  portal,
  problems,
}) => {
  await portal.enterAs('asha')
  for (const path of Object.values(SIGNED_IN_PAGES)) await walk(portal, path)
  // The browser itself reports what is refused.
  problems.length = 0
})

test('errors, the code step and a page that one may not open are accessible alike', async ({ page, portal }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectAccessible(page, 'login with errors')
  const { email, password } = portal.person('diya')
  const before = await portal.lastCode(email)
  await portal.enterPassword(email, password)
  const code = page.getByLabel('One-time code')
  await expect(code).toBeVisible()
  await expectAccessible(page, 'code step')
  await code.fill(await portal.code(email, before))
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goto('/dashboard/role')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You cannot open this page')
  await expectAccessible(page, 'a page that one may not open')
})

async function walk({ page }: Portal, path: string) {
  // The provider's own page is no page of the web app's router.
  await (path.startsWith('/oauth2/') ? page.goto(path) : visit(page, path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator(COMING)).toHaveCount(0)
  await expectAccessible(page, path)
}

test('on a small phone the menu opens with the screens, and the account with its pages', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await portal.enterAs('asha')
  await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Security' })).toBeAttached()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account: Asha Rao' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport()
  await expectAccessible(page, 'the account of an administrator')
  await page.getByRole('link', { name: 'Preferences' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preferences')
})
