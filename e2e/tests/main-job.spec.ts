import { arrived } from '../arrived.ts'
import { expect, test } from '../portal.ts'

test('a new person registers, verifies their email, signs in and sees that nothing is assigned yet', async ({
  page,
  portal,
}) => {
  const nila = portal.newcomer()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveTitle(/^Register/)
  await page.getByLabel('First name').fill(nila.firstName)
  await page.getByLabel('Last name').fill(nila.lastName)
  await page.getByLabel('Email').fill(nila.email)
  await page.getByLabel('Contact Number').fill(nila.phoneNumber)
  await page.getByLabel('Password', { exact: true }).fill(nila.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Registered Successfully')).toBeVisible()

  await arrived(page, '**/verifyemail')
  await expect(page.getByText('Send a new code in 0:')).toBeVisible()
  // As if the page were loaded again half a minute later.
  await page.clock.setFixedTime(Date.now() + 30_000)
  await page.reload()
  await expect(page.getByText(/^Send a new code in 0:[12]\d$/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(nila.email)
  await page.getByLabel('OTP').fill(await portal.code(nila.email))
  await expect(page.getByText('Email verified successfully')).toBeVisible()

  await arrived(page, '**/login')
  await expect(page.getByLabel('Email, user ID or phone number')).toHaveValue(nila.email)
  await portal.signIn(nila.email, nila.password)
  await arrived(page, '**/dashboard/app')
  await expect(page.getByText('No applications assigned yet. Ask your administrator.')).toBeVisible()
})

test('a tile opens the sample application with the right person, client and role, and logging out ends that session too', async ({
  page,
  portal,
  context,
}) => {
  await portal.enterAs('meera')
  const tile = page.getByRole('button', { name: /Roadside Desk/ })
  const summary = tile.getByText('Dispatch a roadside patrol and follow it to the customer', { exact: true })
  await expect(summary).toBeVisible()
  expect(await summary.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0)
  await expect(tile.getByText('2 clients', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Eclaims/ }).getByText('Zenith General', { exact: true })).toBeVisible()
  await tile.click()
  const dialog = page.getByRole('dialog', { name: 'SSO' })
  await dialog.getByLabel('Clients').selectOption({ label: 'Bharat Assist · Supervisor' })
  const opening = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  const application = await opening
  await expect(application.getByText('Signed in as Meera Nair for Bharat Assist as Supervisor')).toBeVisible()
  expect(application.url()).not.toContain('elt_')
  expect(new URL(application.url()).port).not.toBe(new URL(page.url()).port)
  expect(await application.evaluate(() => window.opener)).toBeNull()

  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/logout')
  await expect(page.getByText('Roadside Desk')).toBeVisible()
  await arrived(page, '**/login')
  await application.reload()
  await expect(application.getByText('You are not signed in').first()).toBeVisible()
  await page.goto('/dashboard/app')
  await arrived(page, /\/login/)
})

test('a person with one application for one client is sent straight to it', async ({ page, portal }) => {
  await portal.signInAs('kabir')
  await expect(page.getByText('Signed in as Kabir Singh for Zenith General as Dispatcher')).toBeVisible()
  await page.goto('/dashboard/app')
  await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
})

test('the chosen client is remembered, and the dialog works by keyboard alone', async ({ page, portal, context }) => {
  await portal.enterAs('asha')
  await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
  for (const expected of ['', 'Acme Insurance · Manager']) {
    await page.getByLabel('Search your applications').fill('roadside')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'SSO' })
    const select = dialog.getByLabel('Clients')
    if (expected === '') await select.selectOption({ label: 'Acme Insurance · Manager' })
    else await expect(select.locator('option:checked')).toHaveText(expected)
    await select.focus()
    const opening = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Submit' }).press('Enter')
    const application = await opening
    await expect(application.getByText('Signed in as Asha Rao for Acme Insurance as Manager')).toBeVisible()
    await application.close()
  }
})

test('a search without a result says so', async ({ page, portal }) => {
  await portal.enterAs('asha')
  await page.getByLabel('Search your applications').fill('zzz')
  await expect(page.getByText('No results found for "zzz"')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Eclaims/ })).toBeVisible()
})
