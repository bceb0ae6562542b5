import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../portal.ts'

test.use({ keepsBrowsers: true })

test('an unknown address leads to /404, which links to the start page', async ({ page, problems }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  // The browser itself reports that the address was not found.
  await expect.poll(() => problems.splice(0).filter((problem) => !problem.includes('404'))).toEqual([])
  await arrived(page, /\/404$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorry, page not found!')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await arrived(page, /\/login/)
})

test('an unknown address below /dashboard keeps the menu', async ({ page, portal }) => {
  await portal.enterAs('meera')
  for (const [index, address] of ['/dashboard/nothing', '/dashboard/users/1/roles/2'].entries()) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorry, page not found!')
    await arrived(page, `**${address}`)
    if (index === 0) await expectAccessible(page, 'unknown')
    const menu = page.getByRole('complementary', { name: 'Sidebar' })
    await menu.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await arrived(page, '**/dashboard/app')
  }
})

for (const path of [
  '/',
  '/dashboard',
  '/dashboard/app',
  '/dashboard/change',
  '/appAuth?RedirectUrl=http://localhost:1',
]) {
  test(`${path} sends a visitor to the sign-in page`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to EAI')
    await arrived(page, /\/login/)
  })
}

/** Addresses of another site, for some readers of addresses or after the dots are taken out. */
const ELSEWHERE = [
  '//example.com/evil',
  '/..//example.com/evil',
  '/%2e//example.com/evil',
  '/a/..//example.com/evil',
  '/\\example.com/evil',
  '/\t/example.com/evil',
  'https://example.com/evil',
]

test('after signing in the requested page is shown, but never another site', async ({ page, portal }) => {
  await page.goto('/dashboard/change')
  const { email, password } = portal.person('meera')
  await portal.signIn(email, password)
  await arrived(page, '**/dashboard/change')
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login')

  await page.goto('/login?returnTo=/.//example.com/evil')
  await portal.signIn(email, password)
  await arrived(page, '**/dashboard/app')
  for (const elsewhere of ELSEWHERE) {
    await page.goto(`/login?returnTo=${encodeURIComponent(elsewhere)}`)
    await arrived(page, '**/dashboard/app')
  }
  await page.goto('/login')
  await arrived(page, '**/dashboard/app')
})

test('appAuth opens an assigned application and refuses any other address without linking to it', async ({
  page,
  portal,
}) => {
  await portal.signInAs('kabir')
  await expect(page.getByText('Signed in as Kabir Singh')).toBeVisible()
  const { origin } = new URL(page.url())
  await page.goto(`/appAuth?RedirectUrl=${encodeURIComponent(origin)}&clientIDE=&role=Admin`)
  await expect(page.getByText('Signed in as Kabir Singh for Zenith General as Dispatcher')).toBeVisible()

  await page.goto(`/appAuth?RedirectUrl=${encodeURIComponent('https://evil.example.com')}`)
  await expect(page.getByRole('alert')).toContainText('This address does not belong to an application assigned to you.')
  await expect(page.locator('a[href*="evil"]')).toHaveCount(0)

  await page.goto('/appAuth')
  await expect(page.getByRole('alert')).toHaveText('This link is incomplete. Open the application from the dashboard.')
  await expect(page.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible()
})

test('a session that has ended leads back to the sign-in page', async ({ page, portal, context }) => {
  await portal.enterAs('meera')
  const tile = page.getByRole('button', { name: /Eclaims/ })
  await expect(tile).toBeVisible()
  // Whichever call comes first finds the session over; here it shall be the one of the tile.
  await page.waitForLoadState('networkidle')
  await context.clearCookies({ name: '__Host-eai_sid' })
  await tile.click()
  await arrived(page, /\/login/)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your session has ended. Sign in again.' }).first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to EAI')
})

test('no secret of the session is readable by script (T003)', async ({ page, portal }) => {
  await portal.signInAs('meera')
  await arrived(page, '**/dashboard/app')
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(readable).not.toContain('eai_')
  expect(readable).not.toContain('meera')
})
