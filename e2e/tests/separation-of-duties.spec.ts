import { REASON_HEADER } from '@gatehouse/contract/envelope.ts'
import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { load } from '../visit.ts'

const dayInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a rule asks for a reason, which is listed with the conflict; without one nothing is assigned', async ({
  admin,
  page,
  product,
}) => {
  const person = await admin.employ('Kirtana', [])
  await query(
    product.dataDir,
    `insert into assignments (id, user_id, application_id, client_id, role)
      select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
      where u.email = '${person.email}' and r.name = 'Manager'
        and r.application_id = (select id from applications where name = 'Roadside Desk')`,
  )
  await admin.open('/dashboard/separationOfDuties', 'Separation of duties')
  const form = await admin.openNew('New Conflict Rule', 'New Conflict Rule')
  await admin.fill(form, {
    Application: 'Roadside Desk',
    Name: 'Asked',
    Applies: 'For any clients',
    Effect: 'Ask for a reason',
  })
  const roles = form.getByRole('combobox', { name: 'Roles' })
  for (const role of ['Manager', 'Auditor']) {
    await roles.fill(role)
    await page.getByRole('option', { name: role, exact: true }).click()
  }
  await page.keyboard.press('Tab')
  await admin.save(form, 'Conflict Rule Created')
  // The form of the rule has this effect, so that an update keeps it.
  await admin.choose('Asked', 'Edit')
  await expect(admin.control(admin.dialog('Update Conflict Rule'), 'Effect')).toHaveValue('ask')
  await page.keyboard.press('Escape')

  await admin.open('/dashboard/user?search=kirtana', 'Users')
  await admin.choose('Kirtana Kapoor', 'Assign Application')
  const assigning = admin.dialog('Assign Application - Kirtana Kapoor')
  await admin.fill(assigning, { Application: 'Roadside Desk', Client: 'Zenith General', Role: 'Auditor' })
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click()
  const asking = admin.dialog('Give a reason')
  await expect(asking).toContainText('Asked (Manager, Auditor)')
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(assigning.getByRole('alert')).toHaveText(
    'A rule of separation of duties asks an administrator for a reason: Asked (Manager, Auditor)',
  )
  // By the keyboard alone.
  await assigning.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
  await expect(asking.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('One auditor is ill')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(asking.getByRole('button', { name: 'Continue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(assigning).toContainText('Application Assigned')
  await page.keyboard.press('Escape')
  await load(page, '/dashboard/conflictingRoles')
  await expect(page.getByRole('row', { name: /Kirtana Kapoor/ })).toContainText('One auditor is ill')
  await expect(page.getByRole('row', { name: /Kirtana Kapoor/ })).toContainText('Ask for a reason')
  await expectAccessible(page, 'conflicting roles')
})

test('the dialog that asks for a reason names the people whom a change of the matrix concerns; the reason is sent encrypted', async ({
  admin,
  page,
  product,
}) => {
  const director = `from application_roles r where r.name = 'Director' and r.client_id = (select id from clients where display_name = 'Acme Insurance')
    and r.application_id = (select id from applications where name = 'Eclaims')`
  await query(
    product.dataDir,
    `insert into role_conflicts (id, application_id, name, roles, duties, scope, effect)
      select gen_random_uuid(), r.application_id, 'Settling', '{Director}', jsonb_build_array(jsonb_build_object('page', null, 'action', r.action)), 'application', 'ask' ${director};
    update document_approvals set status = 'INACTIVE' where application_role_id = (select r.id ${director})`,
  )
  await admin.open('/dashboard/approvalProcess?field=pageName&search=settlement', 'Document Approval')
  await admin.choose('Eclaims, Settlement, Director', 'Edit')
  const form = admin.dialog('Update Approval Page')
  await form.getByLabel('Status', { exact: true }).selectOption('ACTIVE')
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  const asking = admin.dialog('Give a reason')
  await expect(asking.getByText(/^People concerned \(\d+\): \w+ \w+, /)).toBeVisible()
  await expectAccessible(page, 'a reason about people')
  await asking.getByRole('textbox', { name: 'Reason' }).fill('The other director is ill')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('Approval'))
  await asking.getByRole('button', { name: 'Continue' }).click()
  expect(await (await sent).allHeaders()).not.toHaveProperty(REASON_HEADER)
  await expect(form).toBeHidden()
  await query(product.dataDir, `delete from role_conflicts where name = 'Settling'`)
})

test('a rule keeps roles apart: an assignment is refused in its words, until the person is excepted, and who holds both is listed', async ({
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
  await admin.fill(form, { Application: 'Eclaims', Name: 'Payments', Applies: 'For any clients' })
  for (const name of ['Roles', 'Actions and pages'])
    await expect(form.getByRole('combobox', { name, exact: true })).not.toHaveAttribute('required')
  await expect(form.getByRole('combobox', { name: 'Roles' })).toHaveAccessibleDescription(/either alone is enough/)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Choose at least two roles, actions or pages').first()).toBeVisible()
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

  await page.keyboard.press('Escape')

  // Excepted by the keyboard alone; a reason and an end are needed.
  await page.goto('/dashboard/separationOfDuties')
  await page.getByRole('button', { name: 'Who breaks a rule' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conflicting roles')
  await page.getByRole('button', { name: 'Add an exception' }).focus()
  await page.keyboard.press('Enter')
  const excepting = admin.dialog('Add an exception')
  const rules = excepting.getByRole('combobox', { name: 'Rule' })
  await expect(rules).toBeFocused()
  await expect(rules.getByRole('option', { name: /^Payments/ })).toBeAttached()
  await page.keyboard.type('Payments')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Charvi')
  await expect(excepting.getByRole('option', { name: /Charvi Kapoor/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(excepting.getByText('Reason is required')).toBeVisible()
  await expect(excepting.getByText('Choose a date')).toBeVisible()
  await excepting.getByRole('textbox', { name: 'Reason' }).fill('A branch of two people')
  await excepting.getByRole('textbox', { name: 'What is done instead' }).fill('The auditor looks at every payment')
  await excepting.getByLabel('Last day').fill(dayInDays(30))
  await page.keyboard.press('Enter')
  await expect(admin.toast('Exception Added')).toBeVisible()
  await page.getByRole('radio', { name: 'Exceptions', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('row', { name: /Charvi Kapoor/ })).toContainText('The auditor looks at every payment')

  await admin.open('/dashboard/user?search=charvi', 'Users')
  await admin.choose('Charvi Kapoor', 'Assign Application')
  await admin.fill(assigning, { Application: 'Eclaims', Client: 'Zenith General', Role: 'Handler' })
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(assigning).toContainText('Application Assigned')
  await page.keyboard.press('Escape')

  await load(page, '/dashboard/conflictingRoles')
  const line = page.getByRole('row', { name: /Charvi Kapoor/ })
  await expect(line).toContainText('Finance · Acme Insurance')
  await expect(line).toContainText('Excepted until')
  await expectAccessible(page, 'conflicting roles')
  await line.getByRole('button', { name: 'End the exception of Charvi Kapoor' }).click()
  await admin.dialog('End the exception?').getByRole('button', { name: 'End', exact: true }).click()
  await expect(admin.toast('Exception Ended')).toBeVisible()
  await expect(line.getByRole('button', { name: 'Except Charvi Kapoor' })).toBeVisible()
})

test('a rule that names a deleted page and a deleted role says so in its form, and is saved with them', async ({
  admin,
  page,
  product,
}) => {
  const eclaims = `(select id from applications where name = 'Eclaims')`
  await query(
    product.dataDir,
    `with gone as (
        insert into pages (id, application_id, name, deleted_at) select gen_random_uuid(), ${eclaims}, 'Old Payouts', now() returning id)
      insert into role_conflicts (id, application_id, name, roles, duties, scope, effect)
        select gen_random_uuid(), ${eclaims}, 'Former', '{Finance,Cashier}',
          jsonb_build_array(jsonb_build_object('page', id, 'action', 'Creator')), 'application', 'report' from gone`,
  )
  await admin.open('/dashboard/separationOfDuties', 'Separation of duties')
  await admin.choose('Former', 'Edit')
  const form = admin.dialog('Update Conflict Rule')
  await expect(form.getByText('Old Payouts · Creator (page no longer exists)')).toBeVisible()
  await expect(form.getByText('Cashier (role no longer exists)')).toBeVisible()
  await expect(form.getByText('Finance', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a rule with a deleted page')
  await admin.fill(form, { Description: 'Of the former claims' })
  await admin.save(form, 'Conflict Rule Updated')
  await query(product.dataDir, `delete from role_conflicts where name = 'Former'`)
})

test('a rule names a page and an action of another one: the grid of page access refuses to give somebody both', async ({
  admin,
  page,
  product,
}) => {
  const person = await admin.employ('Trupti', [])
  const [place] = await query<{ application: string; client: string }>(
    product.dataDir,
    `with assigned as (
        insert into assignments (id, user_id, application_id, client_id, role)
        select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
        where u.email = '${person.email}' and r.role_id in ('RD-ACME-02', 'RD-ZEN-01')),
      published as (
        update pages set actions = '{export}' where name = 'Audit Trail' returning application_id)
      select application_id as application, (select id from clients where display_name = 'Zenith General') as client from published`,
  )
  await admin.open('/dashboard/separationOfDuties', 'Separation of duties')
  const form = await admin.openNew('New Conflict Rule', 'New Conflict Rule')
  await admin.fill(form, { Application: 'Roadside Desk', Name: 'Trail', Applies: 'For any clients' })
  const duties = form.getByRole('combobox', { name: 'Actions and pages' })
  for (const duty of ['Audit Trail: export', 'Dispatch Board (open)']) {
    await duties.fill(duty)
    await page.getByRole('option', { name: duty, exact: true }).click()
  }
  await page.keyboard.press('Tab')
  await admin.save(form, 'Conflict Rule Created')
  await expect(page.getByRole('row', { name: /Trail/ })).toContainText('Audit Trail: export, Dispatch Board (open)')

  await page.goto(`/dashboard/pageAccess?application=${place?.application}&client=${place?.client}`)
  await page.getByRole('checkbox', { name: 'Audit Trail export, Auditor' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'A rule of separation of duties refuses this: Trail (Audit Trail: export, Dispatch Board (open)). People concerned',
  )
  await expectAccessible(page, 'a refused grid')
  await query(product.dataDir, `delete from role_conflicts where name = 'Trail'`)
})
