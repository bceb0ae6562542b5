import { query } from '@gatehouse/server/test/processes.ts'
import { expect, test } from '../console.ts'

test('a rule keeps roles apart, an assignment is refused in its words, and a person who holds both is listed', async ({
  admin,
  page,
  product,
}) => {
  const person = await admin.employ('Charvi', [])
  await query(
    product.dataDir,
    `insert into assignments (id, user_id, application_id, client_id, role)
      select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
      where u.email = '${person.email}' and r.role_id = 'EC-ACME-04'`,
  )
  await admin.open('/dashboard/separationOfDuties', 'Separation of duties')
  const form = await admin.openNew('New Conflict Rule', 'New Conflict Rule')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Choose at least two roles')).toBeVisible()
  await admin.fill(form, { Application: 'Eclaims', Name: 'Payments', Applies: 'For any clients' })
  const roles = form.getByRole('combobox', { name: 'Roles' })
  for (const role of ['Finance', 'Handler']) {
    await roles.fill(role)
    await page.getByRole('option', { name: role, exact: true }).click()
  }
  await page.keyboard.press('Tab')
  await admin.save(form, 'Conflict Rule Created')
  await expect(page.getByRole('row', { name: /Payments/ })).toContainText('Finance, Handler')

  await admin.open('/dashboard/user?search=charvi', 'Users')
  await admin.choose('Charvi Kapoor', 'Assign Application')
  const assigning = admin.dialog('Assign Application - Charvi Kapoor')
  await admin.fill(assigning, { Application: 'Eclaims', Client: 'Zenith General', Role: 'Handler' })
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(assigning.getByRole('alert')).toHaveText(
    'A rule of separation of duties refuses this: Payments (Finance, Handler)',
  )

  // What was there before a rule is listed.
  await query(
    product.dataDir,
    `insert into assignments (id, user_id, application_id, client_id, role)
      select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name
      from users u, application_roles r join clients c on c.id = r.client_id
      where u.email = '${person.email}' and r.name = 'Handler' and c.display_name = 'Zenith General'`,
  )
  await page.goto('/dashboard/separationOfDuties')
  await page.getByRole('button', { name: 'Who breaks a rule' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conflicting roles')
  await expect(page.getByRole('row', { name: /Charvi Kapoor/ })).toContainText('Finance · Acme Insurance')
})
