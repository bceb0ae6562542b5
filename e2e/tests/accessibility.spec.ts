import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../portal.ts'

const VISITOR_SCREENS = [
  '/login',
  '/loginandregister',
  '/ssologin?base=http://localhost:1',
  '/otp',
  '/register',
  '/verifyemail',
  '/forgetpassword',
  '/resetpassword/3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '/applogin',
  '/404',
  '/logout',
  '/oauth2/authorize?client_id=nobody',
]

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('every screen for visitors is accessible', async ({ page }) => {
      for (const path of VISITOR_SCREENS) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, path)
      }
    })

    test('errors, the code step, the launcher and its dialog are accessible', async ({ page, portal }) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Login' }).click()
      await expectAccessible(page, 'login with errors')
      const { email, password } = portal.person('asha')
      const before = await portal.lastCode(email)
      await portal.enterPassword(email, password)
      await expect(page.getByLabel('One-time code')).toBeVisible()
      await expectAccessible(page, 'code step')
      // Empties the inbox, so that the next sign-in does not read the code of this one.
      await portal.code(email, before)
      await portal.enterAs('asha')
      await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
      await expectAccessible(page, 'launcher')
      await page.getByRole('button', { name: /Roadside Desk/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, 'dialog')
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Change Password' }).click()
      await expect(page.getByLabel('Current Password')).toBeVisible()
      await expectAccessible(page, 'change password')
    })
  })
}

test('no page is wider than a small phone', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of VISITOR_SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  await portal.enterAs('asha')
  await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})
