import { expect, test } from '../console.ts'

test('a view of a list is saved under a name, opened in another browser, renamed and deleted', async ({
  admin,
  signIn,
}) => {
  await admin.open('/dashboard/role', 'Roles')
  const person = await admin.employ('Drishti', ['users:read', 'roles:read'])
  const first = await signIn(person)
  await first.open('/dashboard/user?search=nair&state=active&sort=email&order=desc&columns=email', 'Users')
  const views = (on: typeof first) => on.page.getByRole('dialog', { name: 'Views' })
  await first.page.getByRole('button', { name: 'Views' }).click()
  await expect(views(first).getByText('No views yet.')).toBeVisible()
  await views(first).getByLabel('Save this view as').fill('Active Nairs')
  await first.page.keyboard.press('Enter')
  await expect(views(first).getByRole('button', { name: 'Active Nairs', exact: true })).toBeVisible()
  await views(first).getByLabel('Save this view as').fill('active nairs')
  await views(first).getByRole('button', { name: 'Save view' }).click()
  await expect(views(first).getByRole('alert')).toContainText('This name is already in use.')

  const second = await signIn(person)
  await second.open('/dashboard/user', 'Users')
  await second.page.getByRole('button', { name: 'Views' }).click()
  await views(second).getByRole('button', { name: 'Active Nairs', exact: true }).click()
  await expect(views(second)).toBeHidden()
  const asked = { search: 'nair', state: 'active', sort: 'email', order: 'desc', columns: 'firstName,email' }
  await expect.poll(() => Object.fromEntries(new URL(second.page.url()).searchParams)).toEqual(asked)
  await expect.poll(() => second.column('First Name')).toEqual(['Meera'])
  expect(await second.columns()).toEqual(['First Name', 'Email', 'Action'])

  await second.page.getByRole('button', { name: 'Views' }).click()
  await views(second).getByRole('button', { name: 'Rename Active Nairs' }).click()
  await expect(views(second).getByLabel('New name')).toBeFocused()
  await views(second).getByLabel('New name').fill('Nairs')
  await second.page.keyboard.press('Enter')
  await expect(views(second).getByRole('button', { name: 'Nairs', exact: true })).toBeVisible()
  await views(second).getByRole('button', { name: 'Delete Nairs' }).click()
  await expect(views(second).getByText('No views yet.')).toBeVisible()
  await expect(views(second).getByLabel('Save this view as')).toBeFocused()
  await second.page.keyboard.press('Escape')
  await expect(second.page.getByRole('button', { name: 'Views' })).toBeFocused()
  await second.open('/dashboard/role', 'Roles')
  await second.page.getByRole('button', { name: 'Views' }).click()
  await expect(views(second).getByText('No views yet.')).toBeVisible()
})
