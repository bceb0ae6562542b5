import type { Route } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { visit } from '../visit.ts'

test.use({ keepsBrowsers: true })

test('filters are chosen and shown as chips, are part of the address, and the Back button removes them', async ({
  admin,
  page,
}) => {
  const create = (firstName: string, extra: object) =>
    admin.call('/api/users/createUserWithoutAppClientAndRole', {
      ...{ firstName, lastName: 'Chipwala', userName: `${firstName}.chipwala` },
      ...{ email: `${firstName}@chips.example.com`, phoneNumber: '7622200011', ...extra },
    })
  await create('Imarti', { firstPassword: 'link' })
  await create('Jalebi', { password: 'Kestrel#Orbit42*Lamp' })
  await admin.open('/dashboard/user?search=chipwala', 'Users')
  expect(await admin.column('First Name')).toHaveLength(2)

  const button = page.getByRole('button', { name: /^Filters/ })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Invited, no password yet' })
  await expect(page).toHaveURL(/state=invited/)
  await expect.poll(() => admin.column('First Name')).toEqual(['Imarti'])
  await page.getByLabel('Signed in', { exact: true }).selectOption({ label: 'Never' })
  await expect(button).toHaveAccessibleName('Filters 2')
  const chip = (text: string) => page.getByRole('button', { name: `Remove the filter ${text}` })
  await expect(chip('Status: Invited, no password yet')).toBeVisible()

  await page.goBack()
  await expect(chip('Signed in: Never')).toBeHidden()
  await expect(chip('Status: Invited, no password yet')).toBeVisible()
  await page.goForward()
  await page.reload()
  await expect(chip('Signed in: Never')).toBeVisible()
  await chip('Status: Invited, no password yet').click()
  await expect.poll(() => admin.column('First Name')).toEqual(['Jalebi', 'Imarti'])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\?search=chipwala$/)
})

test('a record can be a filter and is named if nothing matches; on a phone all filters are in a sheet', async ({
  admin,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.open('/dashboard/user', 'Users')
  // One row of controls, so that the first records are in sight.
  const first = await admin.table().getByRole('link').first().boundingBox()
  expect((first?.y ?? 844) + (first?.height ?? 0)).toBeLessThanOrEqual(422)
  const toolbar = page.locator('.list-toolbar')
  const tops = await toolbar.locator('> *').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
  const middles = tops.map(({ top, height }) => Math.round(top + height / 2))
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)

  const button = page.getByRole('button', { name: /^Filters/ })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const done = sheet.getByRole('button', { name: 'Show results' })
  await button.click()
  await expect(sheet.getByLabel('Search in')).toBeVisible()
  await admin.pick(sheet.getByRole('combobox', { name: 'Client' }), 'Acme Insurance')
  const chip = sheet.getByRole('button', { name: 'Remove the filter Client: Acme Insurance' })
  await expect(chip).toBeVisible()
  await done.click()
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toHaveAccessibleName('Filters 1')
  await button.click()
  await expect(chip).toBeVisible()
  // No person is in both of these states.
  await sheet.getByLabel('Status', { exact: true }).selectOption({ label: 'Invited, no password yet' })
  await sheet.getByLabel('Signed in', { exact: true }).selectOption({ label: 'At least once' })
  await expectAccessibleInBoth(page, 'the filters on a phone', 'dialog[open]')
  await done.click()
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(button).toHaveAccessibleName('Filters')
})

test('a record that was chosen from a list of options is not asked for again to be named', async ({ admin, page }) => {
  const named: string[] = []
  page.on('request', (request) => {
    if (/\/api\/admin\/options\?/.test(request.url())) named.push(request.url())
  })
  await admin.open('/dashboard/user?search=no+such+person', 'Users')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await admin.pick(page.locator('.list-filters').getByRole('combobox', { name: 'Application', exact: true }), 'Eclaims')
  await expect(page.getByRole('button', { name: 'Remove the filter Application: Eclaims' })).toBeVisible()
  await admin.settled()
  expect(named).toEqual([])
})

test('on a phone the columns, views, deleted records, import and export of a list are in its menu', async ({
  admin,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.open('/dashboard/user', 'Users')
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More for this list' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Columns')
  await page.getByRole('checkbox', { name: 'Email' }).uncheck()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await admin.columns()).not.toContain('Email')
  await choose('Columns')
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  expect(await admin.columns()).toContain('Email')
  await choose('Views')
  await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByRole('button', { name: /^(Import|Download CSV)$/ })).toHaveCount(0)
  await choose('Import')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More for this list' })).toBeFocused()
  const downloading = page.waitForEvent('download')
  await choose('Download CSV')
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/)
  await choose('Recently deleted')
  await expect(page).toHaveURL(/deleted=true/)
  await page.getByRole('button', { name: 'Remove the filter Recently deleted' }).click()
  await expect(page).not.toHaveURL(/deleted=true/)
})

test('filters, columns and a search stay as they are when a phone is turned', async ({ admin, page }) => {
  const upright = { width: 390, height: 844 }
  const across = { width: 844, height: 390 }
  await page.setViewportSize(upright)
  await admin.open('/dashboard/user', 'Users')
  const button = page.getByRole('button', { name: 'Filters' })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await page.getByRole('searchbox').fill('kavya')
  await button.click()
  await page.setViewportSize(across)
  await expect(sheet).toBeHidden()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByLabel('Signed in', { exact: true })).toBeVisible()
  await page.setViewportSize(upright)
  await expect(sheet.getByLabel('Signed in', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Show results' }).click()
  await page.getByRole('button', { name: 'More for this list' }).click()
  await page.getByRole('menuitem', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await expect(columns).toBeVisible()
  await page.setViewportSize(across)
  await expect(columns).toBeHidden()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Email' })).toBeVisible()
  await page.setViewportSize(upright)
  await expect(columns).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(columns).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('kavya')
})

test('other lists have the same filters, for people who may choose from the records', async ({
  admin,
  page,
  signIn,
}) => {
  await admin.open('/dashboard/Eroleclient', 'Application Roles')
  await page.getByRole('button', { name: 'Filters' }).click()
  await admin.pick(page.getByRole('combobox', { name: 'Application' }), 'Eclaims')
  await expect(page.getByRole('button', { name: 'Remove the filter Application: Eclaims' })).toBeVisible()
  await admin.open('/dashboard/webhooks', 'Webhooks')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Switched off after failed deliveries' }).check()
  await expect(
    page.getByRole('button', { name: 'Remove the filter Switched off after failed deliveries' }),
  ).toBeVisible()
  await admin.open('/dashboard/role', 'Roles')
  await expect(page.getByRole('button', { name: 'Filters' })).toHaveCount(0)

  const reader = await signIn(await admin.employ('Chhalni', ['users:read']))
  await reader.open('/dashboard/user', 'Users')
  await reader.page.getByRole('button', { name: 'Filters' }).click()
  await expect(reader.page.getByRole('combobox', { name: 'Application' })).toBeVisible()
  await expect(reader.page.getByRole('combobox', { name: 'Role' })).toHaveCount(0)
  expect(await reader.page.getByLabel('Status', { exact: true }).locator('option').allInnerTexts()).toEqual([
    ...[
      'All',
      'Active',
      'Invited, no password yet',
      'Leaving, with a last day',
      'Recovery is open',
      'Suspended, now or later',
      'Only codes by email or phone',
      'Without a passkey',
      'Inactive',
    ],
  ])
})

test('an address with a filter that is not valid says so, and its filters can be cleared', async ({ admin, page }) => {
  for (const query of ['state=FOO', 'roleId=abc', 'isActive=perhaps', `search=${'a'.repeat(201)}`]) {
    await visit(page, `/dashboard/user?${query}`)
    const refusal = page.getByRole('main').getByRole('alert')
    await expect(refusal).toContainText('The search or a filter in this address is not valid.')
    await expect(refusal.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await refusal.getByRole('button', { name: 'Clear filters' }).click()
    await arrived(page, ({ search }) => search === '')
    await admin.settled()
    expect((await admin.column('First Name')).length).toBeGreaterThan(1)
    await expect(page.getByRole('main').getByRole('region', { name: 'Users' })).toBeFocused()
  }
})

test('a refusal that is not about the filters of the address blames none of them', async ({ admin, page }) => {
  const refuse = (route: Route) => route.fulfill({ status: 400, contentType: 'text/html', body: '400 Bad Request' })
  await page.route(/listAllActiveUser/, refuse)
  await page.goto('/dashboard/user?isActive=false')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('Something between your browser and the portal answered instead of it.')
  await expect(failure.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await page.unroute(/listAllActiveUser/, refuse)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await admin.settled()
})

test('what removes filters and is gone afterwards leaves the focus in the list', async ({ admin, page }) => {
  const pressed = [
    ['/dashboard/user?isActive=false&search=nobody-has-this-name', 'Clear search'],
    ['/dashboard/user?isActive=false', 'Clear all'],
    ['/dashboard/user?isActive=false', /^Remove the filter Status/],
    ['/dashboard/messages?state=failed', 'Clear filters'],
  ] as const
  for (const [path, name] of pressed) {
    await visit(page, path)
    await admin.settled()
    const button = page.getByRole('main').getByRole('button', { name })
    await button.press('Enter')
    await arrived(page, ({ search }) => search === '')
    await admin.settled()
    await expect(button).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator('.list-card :focus')).toBeVisible()
  }
})
