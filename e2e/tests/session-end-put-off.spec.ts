import type { Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

/** Longer than a page waits before it asks again whether its session is over, and whether its record has changed. */
const WAIT_MS = 35_000

test('whoever puts off signing in again is asked when they next save, and not by the clock', async ({
  admin,
  signIn,
  problems,
}) => {
  const zakia = await admin.employ('Zakia', ['roles:read', 'roles:write'])
  const theirs = await signIn(zakia)
  const { page } = theirs
  await page.clock.install()
  await theirs.open('/dashboard/role', 'Roles')
  const form = await theirs.openNew('New User Role', 'New User Role')
  await theirs.fill(form, { Name: 'Put off', Description: 'Typed before', Status: 'ACTIVE' })
  await admin.call('/api/users/endSessions', { userId: zakia._id })

  const again = theirs.dialog('Sign in again')
  await waitForCheck(page)
  await expect(again).toBeVisible()
  await again.getByRole('button', { name: 'Not now' }).click()
  await expect(again).toBeHidden()
  for (let round = 0; round < 3; round++) await waitForCheck(page)
  await expect(again).toHaveCount(0)
  await theirs.fill(form, { Description: 'Typed afterwards' })

  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(again).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()
  await waitForCheck(page)
  await expect(again).toHaveCount(0)
  await expect(form.getByLabel('Description')).toHaveValue('Typed afterwards')

  // Without the form the page must not stay for the next person.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await theirs.dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await waitForCheck(page)
  await arrived(page, /\/login/)
  problems.length = 0
})

test('the page of a record asks nothing by itself while signing in is put off, and does again afterwards', async ({
  admin,
  signIn,
  problems,
}) => {
  const client = await admin.call<{ _id: string }>('/api/client/createClient', {
    ...{ actualName: 'Put off', displayName: 'Put off', status: 'ACTIVE' },
  })
  const theirs = await signIn(await admin.employ('Zeenat', ['clients:read', 'clients:write']))
  const { page } = theirs
  await page.clock.install()
  await page.goto(`/dashboard/clients/${client._id}/details`)
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  await theirs.fill(theirs.dialog('Update Client'), { 'Display Name': 'Typed before' })
  const cookies = await page.context().cookies()
  await page.context().clearCookies({ name: '__Host-eai_sid' })

  const again = theirs.dialog('Sign in again')
  await waitForCheck(page)
  await expect(again).toBeVisible()
  await again.getByRole('button', { name: 'Not now' }).click()
  await expect(again).toBeHidden()
  await waitForCheck(page)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await waitForCheck(page)
  await expect(again).toHaveCount(0)

  // They sign in in another tab.
  await page.context().addCookies(cookies)
  await waitForCheck(page)
  const watched = page.waitForResponse(/\/api\/client\/getAllClient/)
  await page.clock.runFor(WAIT_MS)
  expect((await watched).status()).toBe(200)
  problems.length = 0
})

test('what a page loads again after a refused change does not ask again at once', async ({
  admin,
  signIn,
  problems,
}) => {
  const zebadiah = await admin.employ('Zebadiah', ['roles:read', 'roles:write'])
  const theirs = await signIn(zebadiah)
  const { page } = theirs
  await theirs.open('/dashboard/role?search=zebadiah', 'Roles')
  await theirs.choose('Role of Zebadiah', 'Edit')
  const form = theirs.dialog('Update Role')
  await theirs.fill(form, { Description: 'Typed before' })
  await admin.call('/api/users/endSessions', { userId: zebadiah._id })
  await form.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')

  const again = theirs.dialog('Sign in again')
  await expect(again).toBeVisible()
  // The list behind is loaded again, which is refused, too.
  const refused = page.waitForResponse((response) => response.status() === 401)
  await again.getByRole('button', { name: 'Not now' }).click()
  await refused
  await expect(form.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(again).toBeVisible()
  problems.length = 0
})

test('that a page can no longer be saved is said once, and again when somebody saves', async ({
  admin,
  signIn,
  product,
  problems,
}) => {
  const theirs = await signIn(await admin.employ('Zoravar', ['roles:read', 'roles:write']))
  const { page } = theirs
  await page.clock.install()
  await theirs.open('/dashboard/role', 'Roles')
  const form = await theirs.openNew('New User Role', 'New User Role')
  await theirs.fill(form, { Name: 'Of another', Description: 'Typed before', Status: 'ACTIVE' })
  await page.context().clearCookies({ name: '__Host-eai_sid' })
  const again = theirs.dialog('Sign in again')
  await waitForCheck(page)
  await again.getByRole('button', { name: 'Not now' }).click()

  const tab = await page.context().newPage()
  await new Portal(tab, product).openSession(await admin.employ('Zuleika', []))
  const replaced = theirs.dialog('This page can no longer be saved')
  await waitForCheck(page)
  await expect(replaced).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(replaced).toBeHidden()
  for (let round = 0; round < 2; round++) await waitForCheck(page)
  await expect(replaced).toHaveCount(0)
  await expect(again).toHaveCount(0)

  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(replaced).toBeVisible()
  problems.length = 0
})

/** Lets the time pass until the page has asked once more whether its session is over, and waits for the answer. */
async function waitForCheck(page: Page) {
  const answered = page.waitForResponse(/\/api\/session\/state/)
  await page.clock.runFor(WAIT_MS)
  await answered
}
