import { expect, test } from '../console.ts'

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
  await expect(button).toHaveAccessibleName('Filters (2)')
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

test('a record can be a filter and is named if nothing matches; on a phone all filters are behind one button', async ({
  admin,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.open('/dashboard/user', 'Users')
  const button = page.getByRole('button', { name: /^Filters/ })
  await button.click()
  await admin.pick(page.getByRole('combobox', { name: 'Client' }), 'Acme Insurance')
  const chip = page.getByRole('button', { name: 'Remove the filter Client: Acme Insurance' })
  await expect(chip).toBeVisible()
  await button.click()
  await expect(chip).toBeHidden()
  await expect(button).toHaveAccessibleName('Filters (1)')
  await button.click()
  // No person is in both of these states.
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Invited, no password yet' })
  await page.getByLabel('Signed in', { exact: true }).selectOption({ label: 'At least once' })
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expect(chip).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(chip).toBeHidden()
  await expect(button).toHaveAccessibleName('Filters')
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
    ...['All', 'Active', 'Invited, no password yet', 'Inactive'],
  ])
})
