import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { press, type, typeDay } from '../keyboard.ts'

test('an administrator enters a list of leavers by the keyboard, sees who is found and what is lost, and sets their last day', async ({
  admin,
  product,
}) => {
  const { page } = admin
  const leaver = await admin.employ('Leaver', [])
  const optionOf = async (kind: string, search: string) =>
    (await admin.list<{ _id: string }>(`/api/admin/options?kind=${kind}&search=${search}`))[0]?._id
  const [applicationId, clientId] = [await optionOf('applications', 'Roadside'), await optionOf('clients', 'Acme')]
  const assigned = { userId: leaver._id, applicationId, clientId, role: 'User' }
  await admin.call('/api/users/addUserApplicationClinetRole', assigned)
  await admin.open('/dashboard/user', 'Users')
  await press(page, page.getByRole('button', { name: 'Leavers' }))
  const dialog = admin.dialog('Leavers')
  await press(page, dialog.getByRole('button', { name: 'Check the list' }))
  await expect(dialog.getByRole('alert')).toContainText('Enter at least one person')
  const list = `${leaver.email}\nasha.rao@example.com; nobody.here@example.com`
  await type(page, dialog.getByLabel('Email addresses or user IDs'), list)
  await typeDay(page, dialog.getByLabel('Last day'), '2031-03-31')
  await press(page, dialog.getByRole('button', { name: 'Check the list' }))
  await expect(dialog.getByText('Nothing is saved yet. This is what the list would do.')).toBeVisible()
  const rejected = dialog.getByRole('table')
  await expect(rejected.getByRole('row', { name: /asha\.rao/ })).toContainText('2')
  await expect(rejected.getByRole('row', { name: /nobody\.here/ })).toContainText('No person has this email or user ID')
  await expect(dialog.getByText('This affects:')).toBeVisible()
  const lost = dialog.getByRole('link', { name: 'Roadside Desk · Acme Insurance' })
  await expect(lost).toHaveAttribute('href', `/dashboard/applications/${applicationId}`)
  await expectAccessible(page, 'the dry run of leavers', dialog)
  const lastDay = () =>
    query(product.dataDir, 'select last_day::text as day from users where email = $1', [leaver.email])
  expect(await lastDay()).toEqual([{ day: null }])
  await press(page, dialog.getByRole('button', { name: 'Set the last day' }))
  await expect(dialog.getByText('Done')).toBeVisible()
  expect(await lastDay()).toEqual([{ day: '2031-03-31' }])

  // The same by a file, with the columns of another program.
  await page.goto('/dashboard/user')
  await page.getByRole('button', { name: 'Leavers' }).click()
  await dialog.getByText('CSV file', { exact: true }).click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'leavers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Department;email\nClaims;${leaver.email}\n`),
  })
  await admin.fill(dialog, { 'Last day': '2031-01-31' })
  await dialog.getByRole('button', { name: 'Check the list' }).click()
  await dialog.getByRole('button', { name: 'Set the last day' }).click()
  await expect(dialog.getByText('Done')).toBeVisible()
  expect(await lastDay()).toEqual([{ day: '2031-01-31' }])
})
