import { freePort } from '../../scripts/free-port.mjs'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { assign, startOwnApplication } from '../own-application.ts'
import { Portal } from '../portal.ts'

test('the page after a logout shows the true state of each application', async ({ admin, browser, product }) => {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  const { page } = portal
  const person = portal.person('diya')
  const live = await startOwnApplication()
  const nobody = `http://localhost:${await freePort()}`
  await page.goto('/login')
  const notices = (origin: string) => ({ backchannelLogoutUri: `${origin}/notice` })
  const frame = (origin: string) => ({ applicationSecret: { applicationLogoutUri: `${origin}/out` } })
  await assign(admin, person, 'Hears Notices', live.origin, notices(live.origin))
  await assign(admin, person, 'Has Logout Page', live.origin, frame(live.origin))
  await assign(admin, person, 'Has No Address', live.origin, {})
  await assign(admin, person, 'Never There', nobody, notices(nobody))
  await assign(admin, person, 'Lost Page', nobody, frame(nobody))

  await portal.signIn(person.email, person.password)
  await arrived(page, '**/dashboard/app')
  const names = ['Hears Notices', 'Has Logout Page', 'Has No Address', 'Never There', 'Lost Page']
  for (const name of names) {
    const granted = page.waitForResponse((response) => response.url().endsWith('/api/auth/oauth2/grantToken'))
    await page.getByRole('button', { name }).click()
    expect((await granted).status()).toBe(200)
  }
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await arrived(page, '**/logout')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
  await expect(row('Hears Notices')).toContainText('signed out')
  expect(live.heard).toContain('POST /notice')
  await expect(row('Has Logout Page')).toContainText('logout page opened, not confirmed')
  expect(live.heard).toContain('GET /out')
  await expect(row('Has No Address')).toContainText('cannot be notified')
  await expect(row('Never There')).toContainText('not reached yet; the portal keeps trying')
  await expect(row('Lost Page')).toContainText('not confirmed')
  await expect(page.getByText('Sign out manually of applications that have not confirmed it.')).toBeVisible()
  await expect(page.getByText('You are signed out everywhere.')).toHaveCount(0)
  await context.close()
  await live.close()
})

test('the address /logout asks the person, and ends nothing by itself', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  const { page } = portal
  await portal.openSession(portal.person('diya'))
  await page.goto('/logout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign out?')
  await expect(page.getByText('You are signed out')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await arrived(page, '**/dashboard/app')

  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await arrived(page, '**/login')
  await page.goto('/dashboard/app')
  await arrived(page, '**/login**')
  await context.clearCookies()
  await page.goto('/logout')
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await context.close()
})
