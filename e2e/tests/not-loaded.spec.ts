import type { Locator, Page } from '@playwright/test'
import { goOffline, goOnline } from '../connection.ts'
import { startNextRelease } from '../next-release.ts'
import { expect, test } from '../portal.ts'

test('offline, a screen that is not loaded yet says so inside the frame, and loads when the connection is back', async ({
  page,
  portal,
  problems,
}) => {
  await portal.enterAs('diya')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await goOffline(page)
  await page.getByRole('link', { name: 'My applications and sessions' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('The server cannot be reached. Check your connection and try again.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await retryInVain(page, page.getByRole('button', { name: 'Retry' }))
  await goOnline(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My applications and sessions')
  // The browser itself reports the files that it could not load.
  problems.length = 0
})

test('a tab opened before an update says so, and continues after a reload', async ({ page, portal, problems }) => {
  await portal.enterAs('diya')
  const gone = /\/assets\/(SessionsPage|sessions)/
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'My applications and sessions' }).click()
  await expect(page.getByRole('alert')).toHaveText('The portal has been updated. Reload this page to continue.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.unroute(gone)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My applications and sessions')
  problems.length = 0
})

test('offline, the command palette says so in its place, and loads when the connection is back', async ({
  page,
  portal,
  problems,
}) => {
  await portal.enterAs('diya')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await goOffline(page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search or jump to…' })
  await expect(dialog.getByRole('alert')).toContainText(
    'The server cannot be reached. Check your connection and try again.',
  )
  await retryInVain(page, dialog.getByRole('button', { name: 'Retry' }))
  await goOnline(page)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('combobox')).toBeFocused()
  problems.length = 0
})

test('an editor that cannot be loaded says so in the form, which keeps its input', async ({
  page,
  portal,
  problems,
}) => {
  await portal.openSession(portal.person('asha'))
  await page.goto('/dashboard/emailTemplate', { waitUntil: 'networkidle' })
  await goOffline(page)
  await page.getByRole('button', { name: 'Add Template' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Subject').fill('Kept')
  const alert = form.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry' }) })
  await expect(alert.first()).toContainText('The server cannot be reached. Check your connection and try again.')
  await goOnline(page)
  await alert.first().getByRole('button', { name: 'Retry' }).click()
  await expect(form.locator('[contenteditable], .source-editor').first()).toBeVisible()
  await expect(form.getByLabel('Subject')).toHaveValue('Kept')
  problems.length = 0
})

test('during an update, a page whose script another server lacks is loaded again, three times at most', async ({
  page,
  product,
  problems,
}) => {
  const next = await startNextRelease()
  let filesFrom = product.baseURL
  let loads = 0
  let whenLoaded = () => {}
  // A load balancer before a server of each release: the new one sends the page.
  await page.route(/./, async (route) => {
    const { pathname } = new URL(route.request().url())
    const isPage = route.request().isNavigationRequest()
    if (!isPage && !pathname.startsWith('/assets/')) return route.fallback()
    if (isPage) loads++
    if (isPage) whenLoaded()
    const response = await route.fetch({ url: `${isPage ? next.origin : filesFrom}${pathname}` })
    return route.fulfill({ response })
  })
  const signIn = page.getByRole('heading', { name: 'Sign in to EAI' })

  await page.goto('/login')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The portal may be in the middle of an update.')
  expect(loads).toBe(4)
  filesFrom = next.origin
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(signIn).toBeVisible()

  // The former server is replaced while the page waits.
  filesFrom = product.baseURL
  loads = 0
  whenLoaded = () => {
    if (loads > 1) filesFrom = next.origin
  }
  await page.goto('/register')
  await expect(page.getByRole('button', { name: 'Register', exact: true })).toBeVisible()
  expect(loads).toBe(2)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await next.close()
  // The browser itself reports the missing files.
  problems.length = 0
})

test('after an update, a form that is open keeps its input and loads the rest of its release', async ({
  page,
  portal,
  product,
}) => {
  await portal.openSession(portal.person('asha'))
  await page.goto('/dashboard/emailTemplate', { waitUntil: 'networkidle' })
  // From now on, only a server of the next release answers for files.
  const next = await startNextRelease(product.dataDir)
  const asked: string[] = []
  await page.route(/\/assets\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    return route.fulfill({ response: await route.fetch({ url: `${next.origin}${pathname}` }) })
  })
  await page.getByRole('button', { name: 'Add Template' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Subject').fill('Kept')
  await expect(form.locator('[contenteditable], .source-editor').first()).toBeVisible()
  await expect(form.getByLabel('Subject')).toHaveValue('Kept')
  expect(asked.filter((path) => path.includes('next-'))).toEqual([])
  expect(asked.length).toBeGreaterThan(0)

  // The next page is that of the next release.
  await page.route(/\/dashboard\/emailTemplate/, async (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ response: await route.fetch({ url: `${next.origin}/dashboard/emailTemplate` }) })
      : route.fallback(),
  )
  await page.goto('/dashboard/emailTemplate')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Template')
  expect(asked.some((path) => path.startsWith('/assets/next-'))).toBe(true)
  // What the page goes on loading is not asked of the other server.
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await next.close()
})

/** Retries without a connection, and waits until that attempt has failed: it must not succeed once there is one again. */
async function retryInVain(page: Page, button: Locator) {
  const failed = page.waitForEvent('requestfailed')
  await button.click()
  await failed
  await expect(button).toBeEnabled()
}
