import { announced } from '../announced.ts'
import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { watched } from '../watched.ts'

test('Enter picks the typed choice, even while the earlier choices are still shown', async ({ admin, page }) => {
  await admin.employ('Gopal', [])
  await admin.open('/dashboard/user?search=gopal', 'Users')
  await admin.choose('Gopal Kapoor', 'Assign Application')
  const client = admin.dialog('Assign Application - Gopal Kapoor').getByLabel('Client', { exact: true })
  await client.click()
  await expect(page.getByRole('option', { name: 'Acme Insurance' })).toBeVisible()
  const marked = page.locator('[role="option"][data-highlighted]')
  const answer = await hold(page, /\/options\/page\?.*search=/)

  await client.pressSequentially('Nobody')
  await client.press('Enter')
  await expect(client).toHaveValue('Nobody')
  await expect(page.getByText('Loading…')).toBeVisible()
  await client.fill('Zenith')
  await expect(marked).toHaveText(/Zenith General/)
  await client.press('Enter')
  await expect(client).toHaveValue('Zenith General')
  await expect(page.getByRole('listbox')).toHaveCount(0)

  const found = page.waitForResponse(/search=Acme/)
  await client.fill('Acme')
  await answer()
  await found
  await expect(page.locator('.combobox-popup')).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('option')).toHaveText([/Acme Insurance/])
  await expect(marked).toHaveCount(1)
  await client.press('Enter')
  await expect(client).toHaveValue('Acme Insurance')

  // Corrected at once, while the choices are still closing.
  await client.press('ControlOrMeta+a')
  await client.pressSequentially('Bharat')
  await expect(client).toHaveValue('Bharat')
  await expect(marked).toHaveText(/Bharat Assist/)
  await client.press('Enter')
  await expect(client).toHaveValue('Bharat Assist')

  // Nothing that was shown before fits: Enter picks nothing, and picks what was typed once it is there.
  const none = page.waitForResponse(/search=Absent/)
  await client.fill('Absent')
  await none
  await expect(page.getByText('Loading…')).toHaveCount(0)
  const late = await hold(page, /\/options\/page\?.*search=Coastal/)
  await client.fill('Coastal')
  await expect(page.getByRole('option')).toHaveCount(0)
  await client.press('Enter')
  await expect(client).toHaveValue('Coastal')
  await late()
  await expect(marked).toHaveText(/Coastal Mutual/)
  await client.press('Enter')
  await expect(client).toHaveValue('Coastal Mutual')
})

test('the palette opens the typed record, even while the earlier records are still shown', async ({ admin, page }) => {
  await admin.open('/dashboard/role', 'Roles')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or jump to…' })
  await field.fill('meera')
  await expect(page.getByRole('option', { name: /Meera Nair/ })).toHaveAttribute('aria-selected', 'true')
  const answer = await hold(page, /search=asha/)
  await field.fill('asha')
  await field.press('Enter')
  await expect(field).toHaveValue('asha')
  await expect(page.getByText('Searching…')).toBeVisible()
  await answer()
  await expect(page.getByRole('option', { name: /Asha Rao/ })).toHaveAttribute('aria-selected', 'true')
})

test('a typed search is in the address while its rows are late, and does not follow to another page', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/user', 'Users')
  const field = page.getByRole('searchbox')
  const rows = page.locator('.data-table')
  await admin.settled()
  const late = await hold(page, /search=asha/)
  await field.fill('asha')
  await expect(page).toHaveURL(/search=asha/)
  await expect(rows).toHaveAttribute('data-stale')
  await late()
  await expect(rows).not.toHaveAttribute('data-stale')
  await expect(admin.row('Asha Rao')).toBeVisible()

  // In one step, so that nothing is drawn between the letter and the press. The next screen takes longer than the rows.
  const screen = await hold(page, /\/assets\/roles-/)
  const found = page.waitForResponse(/search=ashas/)
  await page.evaluate(() => {
    const input = document.querySelector('main input[type=search]') as HTMLInputElement
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    write?.call(input, 'ashas')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector<HTMLElement>('nav a[href="/dashboard/role"]')?.click()
  })
  await (await found).finished()
  await screen()
  await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible()
  await admin.settled()
  expect(new URL(page.url()).search).toBe('')
})

test('a role chosen for one application is not assigned for another with a role of the same name', async ({
  admin,
}) => {
  await admin.employ('Harish', [])
  await admin.open('/dashboard/user?search=harish', 'Users')
  await admin.choose('Harish Kapoor', 'Assign Application')
  const dialog = admin.dialog('Assign Application - Harish Kapoor')
  await admin.fill(dialog, { Application: 'Roadside Desk', Client: 'Acme Insurance' })
  await admin.fill(dialog, { Role: 'Manager' })
  await admin.fill(dialog, { Application: 'Vendor Portal' })
  const role = dialog.getByLabel('Role', { exact: true })
  await expect(role.getByRole('option', { name: 'Manager' })).toHaveCount(1)
  await expect(role).toHaveValue('')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(role).toHaveAccessibleDescription('Status is required')
  await admin.fill(dialog, { Role: 'Manager' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['Vendor PortalAcme Insurance · Manager'])
})

test('several entries are removed one after another without waiting for the list', async ({ admin, page }) => {
  await admin.call('/api/users/createRole', { name: 'Slow to list', description: 'For a test', status: 'ACTIVE' })
  await admin.open('/dashboard/role?search=slow', 'Roles')
  await admin.choose('Slow to list', 'Assign Permission')
  const dialog = admin.dialog('Assign Permission - Slow to list')
  const assign = dialog.getByRole('button', { name: 'Assign', exact: true })
  const first = dialog.getByRole('checkbox', { name: 'users:read' })
  const next = dialog.getByRole('checkbox', { name: 'roles:read' })
  await first.check()
  await next.check()
  await assign.click()
  await expect(dialog.getByText('Permission Attached: 2')).toBeVisible()

  const reloaded = await hold(page, /ListAllRole/)
  await first.uncheck()
  await assign.click()
  await expect(dialog.getByText('Permission Detached')).toBeVisible()
  await expect(first).not.toBeChecked()
  await expect(next).toBeEnabled()
  const detaching = await hold(page, /detachPermission/)
  await next.uncheck()
  await assign.click()
  await expect(next).toBeDisabled()
  await detaching()
  await reloaded()
  await expect(dialog.getByText('This role has no permissions yet.')).toBeVisible()
})

test('a saved record can be changed again at once, before the list has reloaded', async ({ admin, page }) => {
  await admin.call('/api/users/createRole', { name: 'Twice', description: 'First', status: 'ACTIVE' })
  await admin.open('/dashboard/role?search=twice', 'Roles')
  const reloaded = await hold(page, /ListAllRole/)
  const form = admin.dialog('Update Role')
  for (const description of ['Second', 'Third']) {
    await admin.choose('Twice', 'Edit')
    await admin.fill(form, { Description: description })
    await announced(page, 'Role Updated', () => form.getByRole('button', { name: 'Save', exact: true }).click())
    await expect(form).toBeHidden()
    await expect(admin.row('Twice')).toContainText(description)
  }
  await reloaded()
})

test('a record created before its list has loaded appears in it', async ({ admin, page }) => {
  // The earlier list, answered late.
  const late = Promise.withResolvers<void>()
  await page.route(
    /ListAllRole/,
    async (route) => {
      const response = await route.fetch()
      await late.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const asked = page.waitForRequest(/ListAllRole/)
  await page.goto('/dashboard/addrole')
  await asked
  const form = admin.dialog('New User Role')
  await admin.fill(form, { Name: 'Made early', Description: 'Before the list' })
  await announced(page, 'Role Created', () => form.getByRole('button', { name: 'Save', exact: true }).click())
  late.resolve()
  await admin.settled()
  await expect(admin.row('Made early')).toBeVisible()
})

test('a price quote that is saved late changes nothing typed in the meantime', async ({ admin, page }) => {
  await page.goto('/dashboard/priceQuote')
  const main = page.getByRole('main')
  const save = main.getByRole('button', { name: 'Save' })
  const quotes = main.getByRole('listitem')
  const quote = { 'Product Type': 'Retail-Text', Comments: 'As saved' }

  // Typed in the meantime: it stays, and is not saved yet.
  let answer = await hold(page, /priceQuote\/save/)
  await admin.fill(main, { 'Client Name': 'Late Motors', ...quote })
  await save.click()
  await admin.fill(main, { Comments: 'As typed since' })
  await answer()
  await expect(quotes.filter({ hasText: 'Late Motors' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Quote for Late Motors' })).toBeVisible()
  await expect(main.getByLabel('Comments')).toHaveValue('As typed since')
  // Opened before the list has reloaded: it shows the saved state.
  const listed = await hold(page, /priceQuote\/list/)
  await save.click()
  await expect(main.getByText('Price Quote Saved')).toBeVisible()
  await main.getByRole('button', { name: 'Cancel' }).click()
  await quotes.getByRole('button', { name: /^Late Motors/ }).click()
  await expect(main.getByLabel('Comments')).toHaveValue('As typed since')
  await listed()

  // The quote is left in the meantime: the next one stays.
  answer = await hold(page, /priceQuote\/save/)
  await admin.fill(main, { Comments: 'The last word' })
  await save.click()
  await main.getByRole('button', { name: 'Cancel' }).click()
  await admin.fill(main, { 'Client Name': 'Next Motors' })
  await answer()
  await expect(save).toBeEnabled()
  await expect(main.getByRole('heading', { name: 'New quote' })).toBeVisible()
  await expect(main.getByLabel('Client Name')).toHaveValue('Next Motors')

  // Opened in the meantime: the deleted quote leaves the form.
  await main.getByRole('button', { name: 'Cancel' }).click()
  const late = quotes.filter({ hasText: 'Late Motors' })
  await late.getByRole('button', { name: /^Late Motors/ }).click()
  await expect(main.getByLabel('Comments')).toHaveValue('The last word')
  await main.getByRole('button', { name: 'Delete the quote for Late Motors' }).click()
  await admin.dialog('Delete Late Motors?').getByRole('button', { name: 'Delete' }).click()
  await expect(late).toHaveCount(0)
  await expect(main.getByRole('heading', { name: 'New quote' })).toBeVisible()
})

test('there is nothing to select before the rows are there', async ({ admin, page }) => {
  await admin.open('/dashboard/role', 'Roles')
  const answer = await hold(page, /listAllActiveUser/)
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await expect(all).toBeDisabled()
  await answer()
  await all.check()
  await expect(page.getByRole('checkbox', { name: /^Select / }).nth(1)).toBeChecked()
})

test('an Undo that fails is told of, also when its notice was closed meanwhile', async ({ admin, page }) => {
  await admin.call('/api/users/createRole', { name: 'Closed early', description: 'For a test', status: 'ACTIVE' })
  await admin.open('/dashboard/role?search=closed', 'Roles')
  await admin.delete('Closed early')
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls = /restoreRole|\/restore\b/i
  await page.route(calls, async (route) => {
    await promise
    await route.fulfill({ status: 503, json: { code: 503, msg: 'Not now.', data: null } })
  })
  const asked = page.waitForRequest(calls)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await asked
  const notices = page.getByRole('region', { name: 'Notifications' })
  await notices.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notices.getByRole('button')).toHaveCount(0)
  resolve()
  const retry = notices.getByRole('button', { name: 'Retry', includeHidden: true })
  await expect(retry).toBeVisible()
  await page.unroute(calls)
  await retry.click()
  await expect(admin.row('Closed early')).toBeVisible()
  await expect(retry).toHaveCount(0)
})

test('Undo in a notice is done once, and shows that it is under way', async ({ admin, page }) => {
  await admin.call('/api/users/createRole', { name: 'Twice pressed', description: 'For a test', status: 'ACTIVE' })
  await admin.open('/dashboard/role?search=twice', 'Roles')
  await admin.delete('Twice pressed')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  const calls = /restoreRole|\/restore\b/i
  const made = watched(page, calls)
  const answer = await hold(page, calls)
  await undo.dblclick()
  await expect(undo).toHaveAttribute('aria-disabled', 'true')
  // Pressed again while it is under way.
  await undo.click({ force: true })
  await answer()
  await expect(admin.row('Twice pressed')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retry', includeHidden: true })).toHaveCount(0)
  expect(made).toHaveLength(1)
})
