import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'

test('Enter picks what was typed, also while the choices of before are still there', async ({ admin, page }) => {
  await admin.employ('Gopal', [])
  await admin.open('/dashboard/user?search=gopal', 'Users')
  await admin.choose('Gopal Kapoor', 'Assign Application')
  const client = admin.dialog('Assign Application - Gopal Kapoor').getByLabel('Client', { exact: true })
  await client.click()
  await expect(page.getByRole('option', { name: 'Acme Insurance' })).toBeVisible()
  const answer = await hold(page, /\/options\?.*search=/)

  await client.pressSequentially('Nobody')
  await client.press('Enter')
  await expect(client).toHaveValue('Nobody')
  await expect(page.getByText('Loading…')).toBeVisible()
  await client.fill('Zenith')
  await client.press('Enter')
  await expect(client).toHaveValue('Zenith General')

  await client.fill('Acme')
  answer()
  await expect(page.getByRole('option')).toHaveText([/Acme Insurance/])
  await client.press('Enter')
  await expect(client).toHaveValue('Acme Insurance')
})

test('the palette opens what was typed, also while the records of before are still there', async ({ admin, page }) => {
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
  answer()
  await expect(page.getByRole('option', { name: /Asha Rao/ })).toHaveAttribute('aria-selected', 'true')
})

test('a role that was chosen for one application is not assigned for another that has one of its name', async ({
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
