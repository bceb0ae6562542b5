import { announced } from '../announced.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { FOR_NOW, refuseForNow } from '../refused.ts'

test.use({ keepsBrowsers: true })

test('search, filters and page of a list are part of its address, and each of its pages has one height', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/user?size=5', 'Users')
  await page.getByRole('button', { name: 'First Name' }).click()
  await admin.search('Last Name', 'NAIR')
  await expect(page).toHaveURL(/\?field=lastName&search=NAIR&sort=firstName&order=asc&size=5$/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('NAIR')
  await expect(page.getByLabel('Search in')).toHaveValue('lastName')
  await expect.poll(() => admin.column('First Name')).toEqual(['Meera'])
  const heights = () => page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
  // A single page ends with its last row.
  expect(await heights()).toEqual([53])

  await admin.open('/dashboard/permission?size=5', 'Permissions')
  await expect(page.getByText(/^1–5 of \d+$/)).toBeVisible()
  const first = await admin.column('Name')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/^6–10 of \d+$/)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  const second = await admin.column('Name')
  expect(second.filter((name) => first.includes(name))).toEqual([])
  await page.goBack()
  await expect(page.getByText(/^1–5 of \d+$/)).toBeVisible()
  await expect.poll(() => admin.column('Name')).toEqual(first)
  await page.goto('/dashboard/permission?size=5&page=5')
  await expect(page.getByText(/^21–\d+ of \d+$/)).toBeVisible()
  expect(await heights()).toEqual([53, 53, 53, 53, 53])

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('meera')
  await expect(page.getByRole('option', { name: /Meera Nair/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meera Nair')
  const [, id] = /\/dashboard\/users\/([\w-]+)$/.exec(page.url()) ?? []

  await page.goto(`/dashboard/user?userId=${id}&open=${id}`)
  const form = admin.dialog('Update User')
  await expect(form.getByLabel('First Name', { exact: true })).toHaveValue('Meera')
  // A person who signs in by code has verified that address.
  await expect(form.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Confirmed by the person.')
  await form.getByLabel('Email', { exact: true }).fill('other@example.com')
  await expect(form.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    'The new address must be confirmed again.',
  )
  await form.getByRole('button', { name: 'Cancel' }).click()
  await admin.dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(page).not.toHaveURL(/open=/)
  await expect(page.getByRole('button', { name: 'Remove the filter User: Meera Nair' })).toBeVisible()
  await expect(page.getByText('1 result', { exact: true })).toBeAttached()
  await expect.poll(() => admin.column('First Name')).toEqual(['Meera'])
})

test('the last page gives way to the one before when its only row is deleted', async ({ admin, page }) => {
  for (const name of ['Paged A', 'Paged B', 'Paged C', 'Paged D', 'Paged E', 'Paged F'])
    await admin.call('/api/users/createRole', { name, description: 'Paged', status: 'ACTIVE' })
  await admin.open('/dashboard/role?size=5&search=Paged', 'Roles')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('6–6 of 6')).toBeVisible()
  await admin.delete((await admin.column('Name'))[0] as string)
  await expect(page.getByText('1–5 of 5')).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
  expect(await admin.column('Name')).toHaveLength(5)
})

test('people are found by first and last name in any order, and by a phone number in any notation', async ({
  admin,
  page,
}) => {
  const create = (firstName: string, lastName: string, phoneNumber: string) =>
    admin.call('/api/users/createUserWithoutAppClientAndRole', {
      ...{ firstName, lastName, phoneNumber, password: 'Kestrel#Orbit42*Lamp' },
      ...{ email: `${firstName}@anything.example.com`, userName: `${firstName}.anything` },
    })
  await create('Tarangini', 'Vedapathak', '7611100011')
  await create('Tarang', 'Vedantam', '7611100012')
  await admin.open('/dashboard/user', 'Users')
  const search = page.getByRole('searchbox', { name: 'Search by name, phone, email or user name' })
  for (const [text, names] of Object.entries({
    'tarang veda': ['Tarang', 'Tarangini'],
    'vedapa tara': ['Tarangini'],
    'TARANG@anything.example.com': ['Tarang'],
    'tarangini.any': ['Tarangini'],
    '+91 76111-00012': ['Tarang'],
    '07611100011': ['Tarangini'],
    '76111 000': ['Tarang', 'Tarangini'],
  })) {
    await search.fill(text)
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
    await expect.poll(async () => (await admin.column('First Name')).toSorted()).toEqual(names)
  }
  await expect(page).not.toHaveURL(/field=/)
})

test('no letter of a search is lost while the answers are late', async ({ admin, page }) => {
  await admin.open('/dashboard/user', 'Users')
  const release = await hold(page, /[?&]search=/)
  const asked: (string | null)[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('search')))
  const search = page.getByRole('searchbox', { name: 'Search by name, phone, email or user name' })
  await search.pressSequentially('meera')
  await expect.poll(() => asked).toContain('meera')
  await search.pressSequentially('.nair')
  await release()
  await expect(page).toHaveURL(/search=meera.nair/)
  await admin.settled()
  await expect(search).toHaveValue('meera.nair')
  expect(await admin.column('Email')).toEqual(['meera.nair@example.com'])
  await page.goBack()
  await page.goForward()
  await expect(search).toHaveValue('meera.nair')
})

test('a list is sorted, paged and searched in vain, and deleted records are listed newest first, with who deleted them and when', async ({
  admin,
  page,
}) => {
  const make = (name: string) =>
    admin.call<{ _id: string }>('/api/users/createRole', { name, description: 'To be deleted', status: 'ACTIVE' })
  const [first, second] = [await make('Gone First'), await make('Gone Second')]
  for (const { _id } of [second, first]) await admin.call('/api/users/deleteRole', { roleId: _id })
  await admin.open('/dashboard/permission', 'Permissions')
  const header = page.getByRole('columnheader', { name: 'Name', exact: true })
  // The order of every field of every list is tested over HTTP.
  for (const order of ['ascending', 'descending', 'ascending', 'descending']) {
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', order)
    const names = await admin.column('Name')
    const sorted = names.toSorted(new Intl.Collator('en', { numeric: true }).compare)
    expect(names).toEqual(order === 'ascending' ? sorted : sorted.reverse())
  }

  await page.getByLabel('Rows per page:').selectOption('5')
  await expect(page).toHaveURL(/size=5/)
  expect(await admin.column('Name')).toHaveLength(5)
  await admin.search('Name', 'no such thing')
  await expect(page.getByText('Not found', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Rows per page:')).toHaveCount(0)
  await expect(
    page.getByText('No results found for "no such thing". Try checking for typos or using complete words.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  expect(await admin.column('Name')).toHaveLength(5)

  await admin.open('/dashboard/role', 'Roles')
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  await expect.poll(async () => (await admin.column('Name')).slice(0, 2)).toEqual(['Gone First', 'Gone Second'])
  expect(await admin.columns()).toEqual(['Name', 'Description', 'Deleted', 'Deleted by', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Deleted', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(admin.row('Gone First')).toContainText(/today .*Asha Rao/)

  // One record cannot be restored, because another has its name now.
  await make('Gone Second')
  for (const name of ['Gone First', 'Gone Second']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByText('2 selected').waitFor()
  await page.locator('.selection-bar').getByRole('button', { name: 'Restore' }).click()
  await expect(admin.toast('1 restored')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '1 could not be restored:' })).toContainText(
    'This name is already in use.',
  )
  await expect(page.getByRole('checkbox', { name: 'Select Gone Second' })).toBeChecked()
  await page.route('**/api/admin/roles/restore', refuseForNow)
  await page.locator('.selection-bar').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '1 could not be restored:' })).toContainText(FOR_NOW)
  await expect(page.getByRole('checkbox', { name: 'Select Gone First' })).toHaveCount(0)
})

test('all deleted records that match a search are restored at once, in the number that the question states', async ({
  admin,
  page,
}) => {
  for (let index = 1; index <= 12; index++) {
    const name = `Returning ${index}`
    const { _id } = await admin.call<{ _id: string }>('/api/users/createPermission', {
      ...{ name, description: 'To be deleted', status: 'ACTIVE' },
    })
    await admin.call('/api/users/deletePermission', { permissionId: _id })
  }
  await admin.open('/dashboard/permission?deleted=true&search=returning', 'Permissions')
  await page.getByRole('checkbox', { name: 'Select Returning 12' }).check()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await page.getByRole('checkbox', { name: 'Select Returning 12' }).uncheck()
  await expect(page.getByText('11 selected')).toBeVisible()
  await page.locator('.selection-bar').getByRole('button', { name: 'Restore' }).click()
  const question = admin.dialog('Restore 11 records?')
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(admin.toast('11 restored')).toBeVisible()
  await expect(question).toBeHidden()
  await expect.poll(() => admin.column('Name')).toEqual(['Returning 12'])
  await admin.open('/dashboard/permission?search=returning&size=25', 'Permissions')
  expect(await admin.column('Name')).toHaveLength(11)
})

test('all deleted people that match a search are restored by a job', async ({ admin, page }) => {
  for (const firstName of ['Wapsi', 'Wapsika']) {
    const { email } = await admin.employ(firstName, [])
    const [person] = await admin.list<{ _id: string }>(`/api/admin/options?kind=people&search=${email}`)
    await admin.call('/api/users/deleteUser', { userId: person?._id })
  }
  await admin.open('/dashboard/user?deleted=true&search=wapsi', 'Users')
  await page.getByRole('checkbox', { name: 'Select Wapsi Kapoor' }).check()
  await page.getByRole('button', { name: 'Select all 2 matching' }).click()
  await page.locator('.selection-bar').getByRole('button', { name: 'Restore' }).click()
  const dialog = admin.dialog('Restore: 2 people')
  await expect(dialog.getByText('They come back with their role and applications')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog.getByText('Done', { exact: true })).toBeVisible()
  await dialog.locator('.form-end').getByRole('button', { name: 'Close' }).click()
  await admin.open('/dashboard/user?search=wapsi', 'Users')
  expect(await admin.column('First Name')).toHaveLength(2)
})

test('one long value leaves the state and the row menu visible and is shown in full on demand; on a phone each row is an entry', async ({
  admin,
  page,
}) => {
  const long = 'Venkatanarasimharajuvaripeta'.repeat(3)
  const email = `${long.slice(0, 60)}@long-name-of-a-company.example.com`
  await admin.call('/api/users/createUserWithoutAppClientAndRole', {
    firstName: `Lakshmi${long}`.slice(0, 50),
    lastName: `Chandra${long}`.slice(0, 50),
    email,
    userName: `lakshmi.${long}`.slice(0, 90),
    phoneNumber: '7600000099',
    password: 'Kestrel#Orbit42*Lamp',
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await admin.open('/dashboard/user?search=lakshmi', 'Users')
  const row = page.getByRole('row').filter({ hasText: '7600000099' })
  const name = row.getByRole('link', { name: /^Lakshmi/ })
  const cut = (element: Element) => element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow
  await expect(row.getByText('ACTIVE').last()).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('button', { name: /^Actions for/ })).toBeInViewport({ ratio: 1 })
  expect(await name.evaluate(cut)).toBe('ellipsis')
  await name.hover()
  await expect(row.locator('td').filter({ has: page.getByRole('link', { name: /^Lakshmi/ }) })).toHaveAttribute(
    'title',
    `Lakshmi${long}`.slice(0, 50),
  )

  await page.setViewportSize({ width: 390, height: 844 })
  // Each row is an entry: nothing of it is beside the window, and it keeps the roles of a table.
  await expect(row.getByText('ACTIVE')).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('button', { name: /^Actions for/ })).toBeInViewport({ ratio: 1 })
  await expect(row.getByRole('cell', { name: email, exact: true })).toBeInViewport({ ratio: 1 })
  const frame = page.locator('.data-table-frame')
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.getByLabel('Sort by').selectOption('Email')
  await page.getByRole('button', { name: 'Descending order' }).click()
  await arrived(page, /sort=email&order=desc/)
  await admin.settled()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending')
  await row.getByRole('checkbox').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.mouse.click(200, ((await row.getByText(email).boundingBox())?.y ?? 0) + 4)
  await arrived(page, /\/dashboard\/users\//)
})

test('the old addresses for a new role open its form, and its history shows who changed what', async ({
  admin,
  page,
}) => {
  await page.goto('/dashboard/create')
  await expect(admin.dialog('New User Role')).toBeVisible()
  await page.goto('/dashboard/addrole')
  const form = admin.dialog('New User Role')
  await admin.fill(form, { Name: 'Chronicled', Description: 'First words' })
  await admin.save(form, 'Role Created')
  await arrived(page, /\/dashboard\/role$/)

  await admin.choose('Chronicled', 'Edit')
  await admin.fill(admin.dialog('Update Role'), { Description: 'Last words' })
  await admin.save(admin.dialog('Update Role'), 'Role Updated')
  await admin.delete('Chronicled')
  // The row stays until the list has loaded again.
  await announced(page, 'Restored', () => page.getByRole('button', { name: 'Undo' }).click())
  await admin.choose('Chronicled', 'History')
  const lines = admin.dialog('History - Chronicled').getByRole('listitem')
  await expect(lines).toContainText(['Restored', 'Deleted', 'Description', 'Created'])
  await expect(lines.nth(2)).toContainText('First words → Last words')
  await expect(lines.nth(2)).toContainText('Asha Rao')
})

test('a tablet cuts no sentence of the activity, a phone keeps the roles of its table, and a menu longer than the window shows the entry of the current page', async ({
  admin,
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 600 })
  await admin.open('/dashboard/activity', 'Activity')
  await page.setViewportSize({ width: 768, height: 1024 })
  const isCut = (cells: Element[]) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length
  expect(await page.locator('td:is(.activity-who, .activity-what, .activity-record)').evaluateAll(isCut)).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  // Browsers take the roles away there unless they are written out.
  const line = page.locator('tr[role="row"].activity-line').first()
  await expect(line.locator('td:not([role="cell"])')).toHaveCount(0)
  await expect(page.locator('table[role="table"] > tbody[role="rowgroup"]')).toHaveCount(1)
  await page.setViewportSize({ width: 1366, height: 240 })
  await page.reload()
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await expect(entry('Activity')).toBeInViewport({ ratio: 1 })
  await expect(entry('Dashboard')).not.toBeInViewport()
  await page.goto('/dashboard/eaiapplication')
  await expect(entry('Application')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1366, height: 900 })
  // A folded part stays folded in this browser, but for the page that is open.
  const part = page.getByRole('button', { name: 'Client Management' })
  await part.click()
  await expect(entry('Clans')).toBeHidden()
  await page.reload()
  await expect(part).toHaveAttribute('aria-expanded', 'false')
  await page.goto('/dashboard/clan')
  await expect(entry('Clans')).toBeInViewport({ ratio: 1 })
  await page.goto('/dashboard/serviceAccounts')
  await expect(entry('Service Accounts')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1366, height: 240 })
  await expect(entry('Service Accounts')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/dashboard/jobs')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Jobs', exact: true })).toBeInViewport({ ratio: 1 })
})
