import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('typing while a form is being saved does not change it, and Save keeps the focus', async ({ admin, page }) => {
  await admin.open('/dashboard/role', 'Roles')
  const form = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(form, { Name: 'Typed on', Description: 'Before' })
  const answer = await hold(page, /createRole/)
  await page.keyboard.press('Enter')
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeFocused()
  await page.keyboard.type(' and after')
  await form.getByLabel('Description').click({ force: true })
  await page.keyboard.type(' and after')
  await expect(form.getByLabel('Description')).toHaveValue('Before')
  await answer()
  await expect(form).toBeHidden()
  await expect(admin.row('Typed on')).toContainText('Before')
})

test('a form is not saved before its picture is stored', async ({ admin, page }) => {
  await admin.open('/dashboard/client', 'Clients')
  const form = await admin.openNew('New Client', 'New Client')
  await admin.fill(form, { 'Actual Name': 'Slowly Pictured', 'Display Name': 'Slowly Pictured' })
  const answer = await hold(page, /upload/i)
  await form
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await form.getByLabel('Display Name').press('Enter')
  await answer()
  await expect(form.getByRole('img', { name: 'Preview' })).toBeVisible()
  await admin.save(form, 'Client Created')
  await admin.search('Display Name', 'slowly')
  await admin.choose('Slowly Pictured', 'Edit')
  await expect(admin.dialog('Update Client').getByRole('img', { name: 'Preview' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a dialog that is creating a secret cannot be closed before the secret is shown', async ({ admin, page }) => {
  await admin.open('/dashboard/eaiapplication?search=tow', 'Applications')
  await admin.choose('Tow Tracker', 'Secrets')
  const dialog = admin.dialog('Secrets - Tow Tracker')
  const answer = await hold(page, /addSecret/)
  await dialog.getByLabel('Name').fill('Slowly made')
  await dialog.getByRole('button', { name: 'Create secret' }).click()
  const close = dialog.getByRole('button', { name: 'Close' })
  await expect(close.last()).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  for (const button of await close.all()) await button.click({ force: true })
  await answer()
  await expect(dialog.getByText('Copy it now. It is not shown again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await admin.dialog('Close without copying?').getByRole('button', { name: 'Close anyway' }).click()
  await expect(dialog).toBeHidden()
})

test("two changes of a list's view at the same moment are both kept", async ({ admin, page }) => {
  await admin.open('/dashboard/permission', 'Permissions')
  for (const name of ['Name', 'Recently deleted'])
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeVisible()
  await page.evaluate(() => {
    const button = (label: string) =>
      [...document.querySelectorAll<HTMLElement>('main button')].find(({ textContent }) => textContent === label)
    button('Name')?.click()
    button('Recently deleted')?.click()
  })
  await expect(page).toHaveURL(/sort=name/)
  await expect(page).toHaveURL(/deleted=true/)

  await page.goto('/dashboard/messages')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Channel', { exact: true })).toBeVisible()
  const choose = () =>
    page.evaluate(() => {
      for (const select of document.querySelectorAll<HTMLSelectElement>('main select')) {
        select.selectedIndex = 1
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
    })
  await choose()
  await expect(page).toHaveURL(/channel=/)
  await expect(page).toHaveURL(/notice=/)
})

test('a person who leaves the filtered list is shown in their current state', async ({ admin, page }) => {
  await admin.employ('Firoz', [])
  const [role] = await admin.list<{ _id: string }>('/api/admin/options?kind=roles&search=Role%20of%20Firoz')
  await admin.open(`/dashboard/user?roleId=${role?._id}`, 'Users')
  await admin.choose('Firoz Kapoor', 'Assign Role')
  const dialog = admin.dialog('Assign Role - Firoz Kapoor')
  await dialog.getByRole('button', { name: 'Remove Role of Firoz' }).click()
  await expect(dialog.getByText('Role Detached')).toBeVisible()
  await expect(dialog.getByText('No role is attached, so this person has the role User.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(admin.row('Firoz')).toHaveCount(0)
})

test('an ended session leads to the sign-in page and back, for any number of failing calls', async ({
  admin,
  page,
  context,
  problems,
}) => {
  await admin.open('/dashboard/role', 'Roles')
  const released = Promise.withResolvers<void>()
  let sessionCalls = 0
  await page.route('**/api/**', async (route) => {
    await released.promise
    const isSession = new URL(route.request().url()).pathname === '/api/session'
    return isSession && ++sessionCalls === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/user/)
  // Only now: a call that left the page before it would find the session over there.
  await context.clearCookies()
  released.resolve()
  await arrived(page, /\/login/)
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/dashboard/user')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  problems.length = 0
})

test('a change of all people of a list is shown to its end, even if none of them stays in it', async ({
  admin,
  page,
}) => {
  for (const firstName of ['Sixtya', 'Sixtyb', 'Sixtyc', 'Sixtyd', 'Sixtye', 'Sixtyf'])
    await admin.employ(firstName, [])
  await admin.open('/dashboard/user?search=sixty&size=5', 'Users')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).setChecked(true)
  await page.getByRole('button', { name: 'Select all 6 matching' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = admin.dialog('Delete: 6 people')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByText('Done', { exact: true })).toBeVisible()

  // A page that gets the focus again shows the current list.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('0 selected')).toBeVisible()
  await expect(dialog.getByText('Done', { exact: true })).toBeVisible()
  await dialog.locator('.form-end').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('0 selected')).toHaveCount(0)
})

test('who leaves a form while it is being saved is told so, and learns how it ended', async ({ admin, page }) => {
  const question = admin.dialog('Leave before it is done?')
  for (const [name, leave] of [
    ['Left by Escape', () => page.keyboard.press('Escape')],
    ['Left by Back', () => page.goBack()],
  ] as const)
    await test.step(name, async () => {
      await admin.open('/dashboard/permission', 'Permissions')
      await page.getByRole('link', { name: 'Roles', exact: true }).click()
      const form = await admin.openNew('New User Role', 'New User Role')
      await admin.fill(form, { Name: name, Description: 'Slow' })
      const answer = await hold(page, /createRole/)
      await page.keyboard.press('Enter')
      await expect(form.locator('.form [inert]')).toBeVisible()
      await leave()
      await question.getByRole('button', { name: 'Wait' }).click()
      await expect(form).toBeVisible()
      await leave()
      await question.getByRole('button', { name: 'Leave' }).click()
      await expect(form).toHaveCount(0)
      await answer()
      await expect(page.getByText('Role Created')).toBeVisible()
      await page.unroute(/createRole/)
    })

  // The end answers the question.
  await admin.open('/dashboard/role', 'Roles')
  const form = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(form, { Name: 'Left by Back', Description: 'Slow' })
  const refused = await hold(page, /createRole/)
  await page.keyboard.press('Enter')
  await expect(form.locator('.form [inert]')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeVisible()
  await refused()
  await expect(question).toHaveCount(0)
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Left by Back')
  await page.unroute(/createRole/)

  const again = await hold(page, /createRole/)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.locator('.form [inert]')).toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await again()
  await expect(page.getByText('“New User Role” was not done.').first()).toBeVisible()
})
