import { readFileSync } from 'node:fs'
import { query } from '@gatehouse/server/test/processes.ts'
import { announced } from '../announced.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'

test('a person has at most one role, and any number of applications, each for a client with a role of the pair', async ({
  admin,
  page,
}) => {
  await admin.employ('Ravi', [])
  await admin.open('/dashboard/user?search=ravi', 'Users')
  await expect.poll(() => admin.column('Assigned Apps')).toEqual(['None'])

  await admin.choose('Ravi Kapoor', 'Assign Role')
  const role = admin.dialog('Assign Role - Ravi Kapoor')
  await expect(role.getByRole('listitem')).toHaveText(['Role of Ravi'])
  await expect(role.getByLabel('Role', { exact: true })).toHaveCount(0)
  await expect(role.getByRole('button', { name: 'Assign', exact: true })).toHaveCount(0)
  await role.getByRole('button', { name: 'Remove Role of Ravi' }).click()
  await expect(role.getByText('Role Detached')).toBeVisible()
  await expect(role.getByText('No role is attached, so this person has the role User.')).toBeVisible()
  await role.getByRole('button', { name: 'Undo' }).click()
  await expect(role.getByRole('listitem')).toHaveText(['Role of Ravi'])
  await role.getByRole('button', { name: 'Remove Role of Ravi' }).click()
  await expect(role.getByText('Role Detached')).toBeVisible()
  await role.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(role.getByLabel('Role', { exact: true })).toHaveAccessibleDescription('Status is required')
  await admin.fill(role, { Role: 'Support' })
  await role.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(role.getByText('Role Attached')).toBeVisible()
  await expect(role.getByRole('listitem')).toHaveText(['Support'])
  await expect(role.getByText('Role Attached')).toBeHidden()
  await role.locator('.form-end').getByRole('button', { name: 'Close' }).click()

  await admin.choose('Ravi Kapoor', 'Assign Application')
  const applications = admin.dialog('Assign Application - Ravi Kapoor')
  await applications.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(applications.getByLabel('Application', { exact: true })).toBeFocused()
  const required = 'Status is required'
  for (const [label, description] of Object.entries({
    Application: required,
    Client: `${required} Clients with a role in the application. Add roles under App Roles.`,
    Role: required,
  }))
    await expect(applications.getByLabel(label, { exact: true })).toHaveAccessibleDescription(description)
  await admin.fill(applications, { Application: 'Eclaims', Client: 'Zenith General' })
  await expect(applications.getByLabel('Role', { exact: true }).getByRole('option')).toHaveText(['Choose', 'Handler'])
  await admin.fill(applications, { Role: 'Handler' })
  await applications.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(applications.getByText('Application Assigned')).toBeVisible()
  await admin.fill(applications, { Application: 'Vendor Portal', Client: 'Acme Insurance', Role: 'Manager' })
  await applications.getByRole('button', { name: 'Assign', exact: true }).click()
  const assigned = applications.getByRole('list', { name: 'Assigned Apps' }).getByRole('listitem')
  await expect(assigned).toHaveText(['EclaimsZenith General · Handler', 'Vendor PortalAcme Insurance · Manager'])
  await page.keyboard.press('Escape')

  const several = page.getByRole('button', { name: 'Eclaims...' })
  const all = page.getByRole('dialog', { name: 'Assigned Apps' })
  await page.getByRole('link', { name: 'Ravi', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(several).toBeFocused()
  await expect(several).toHaveAttribute('title', 'Eclaims, Vendor Portal')
  await page.keyboard.press('Enter')
  await expect(all.getByRole('listitem')).toHaveText(['Eclaims', 'Vendor Portal'])
  await page.keyboard.press('Escape')
  await expect(all).toBeHidden()
  await expect(several).toBeFocused()
  await page.reload()
  // A screen reader presses without pointing.
  await several.dispatchEvent('click')
  await expect(all.getByRole('listitem')).toHaveText(['Eclaims', 'Vendor Portal'])
  await page.keyboard.press('Escape')
  await expect(all).toBeHidden()

  await admin.choose('Ravi Kapoor', 'Assign Application')
  await applications.getByRole('button', { name: 'Remove Eclaims, Zenith General' }).click()
  await expect(applications.getByText('Application Detached')).toBeVisible()
  await expect(assigned).toHaveText(['Vendor PortalAcme Insurance · Manager'])
  await applications.getByRole('button', { name: 'Undo' }).click()
  await expect(assigned).toHaveCount(2)
  await applications.getByRole('button', { name: 'Remove Eclaims, Zenith General' }).click()
  await expect(assigned).toHaveText(['Vendor PortalAcme Insurance · Manager'])
  await page.keyboard.press('Escape')
  await expect.poll(() => admin.column('Assigned Apps')).toEqual(['Vendor Portal'])

  await admin.choose('Ravi Kapoor', 'Edit')
  const form = admin.dialog('Update User')
  await expect(form.getByText('This affects:')).toHaveCount(0)
  await admin.fill(form, { Status: 'INACTIVE' })
  await expect(form.getByRole('list', { name: 'Used by' })).toContainText('Vendor Portal · Acme Insurance')
  await admin.fill(form, { Status: 'ACTIVE' })
  await expect(form.getByText('This affects:')).toHaveCount(0)
  // The account also ends with a last day.
  await admin.fill(form, { 'Last day': '2031-03-31' })
  await expect(form.getByRole('list', { name: 'Used by' })).toContainText('Vendor Portal · Acme Insurance')
  await admin.fill(form, { 'Last day': '' })
  await expect(form.getByText('This affects:')).toHaveCount(0)
})

test('an assignment has a first and a last day, which a second look shows and another role keeps', async ({
  admin,
  page,
}) => {
  await admin.employ('Urvi', [])
  await admin.open('/dashboard/user?search=urvi', 'Users')
  await admin.choose('Urvi Kapoor', 'Assign Application')
  const applications = admin.dialog('Assign Application - Urvi Kapoor')
  const pair = { Application: 'Eclaims', Client: 'Zenith General' }
  const assign = applications.getByRole('button', { name: 'Assign', exact: true })
  const save = applications.getByRole('button', { name: 'Save', exact: true })
  await admin.fill(applications, { ...pair, 'Last day': '2020-01-31' })
  await admin.fill(applications, { Role: 'Handler' })
  await assign.click()
  const lastDay = applications.getByLabel('Last day')
  await expect(lastDay).toHaveAccessibleDescription(/^The end must be in the future/)
  await expect(lastDay).toBeFocused()
  await expect(applications.getByText('The end must be in the future')).toHaveCount(1)
  await admin.fill(applications, { 'Last day': '2031-03-31' })
  await assign.click()
  const assigned = applications.getByRole('list', { name: 'Assigned Apps' }).getByRole('listitem')
  await expect(assigned).toHaveText(['EclaimsZenith General · Handler · until 31 Mar 2031'])

  await expect(applications.getByLabel('Last day')).toHaveValue('')
  await admin.fill(applications, pair)
  await expect(applications.getByLabel('Last day')).toHaveValue('2031-03-31')
  await expect(applications.getByLabel('Role', { exact: true })).toHaveValue('Handler')
  await admin.fill(applications, { 'First day': '2031-03-01' })
  await save.click()
  await expect(assigned).toHaveText(['EclaimsZenith General · Handler · 1 Mar 2031 to 31 Mar 2031'])
  await page.keyboard.press('Escape')

  await admin.table().getByRole('link', { name: 'Urvi', exact: true }).click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Applications' }).click()
  const row = page.getByRole('row', { name: /Eclaims/ })
  await expect(row).toContainText('Not begun')
  await expect(row).toContainText('1 Mar 2031 to 31 Mar 2031')
  await row.getByRole('link', { name: 'Why: Urvi Kapoor, Eclaims' }).click()
  await expect(page.getByRole('main')).toContainText('For Zenith General as Handler: the assignment has not begun')
})

test('a wrong role is corrected from the list of what is assigned, and from the page of the person', async ({
  admin,
  page,
}) => {
  await admin.employ('Wilma', [])
  await admin.open('/dashboard/user?search=wilma', 'Users')
  await admin.choose('Wilma Kapoor', 'Assign Application')
  const applications = admin.dialog('Assign Application - Wilma Kapoor')
  const role = applications.getByLabel('Role', { exact: true })
  const assign = applications.getByRole('button', { name: 'Assign', exact: true })
  const save = applications.getByRole('button', { name: 'Save', exact: true })
  const assigned = applications.getByRole('list', { name: 'Assigned Apps' }).getByRole('listitem')
  await admin.fill(applications, { Application: 'Eclaims', Client: 'Acme Insurance' })
  await admin.fill(applications, { Role: 'Director' })
  await assign.click()
  await expect(assigned).toHaveText(['EclaimsAcme Insurance · Director'])

  await applications.getByRole('button', { name: 'Edit Eclaims, Acme Insurance' }).click()
  await expect(role).toBeFocused()
  await expect(role).toHaveValue('Director')
  await expect(applications.getByLabel('Application', { exact: true })).toHaveValue('Eclaims')
  await role.selectOption('Finance')
  await admin.fill(applications, { 'Last day': '2020-01-31' })
  await save.click()
  const refusal = applications.getByText('The end must be in the future')
  await expect(refusal.first()).toBeVisible()
  // A form that begins again has nothing of what was refused in the one before.
  await applications.getByRole('button', { name: 'Edit Eclaims, Acme Insurance' }).click()
  await admin.dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(role).toHaveValue('Director')
  await expect(refusal).toHaveCount(0)
  await role.selectOption('Finance')
  await save.click()
  await expect(assigned).toHaveText(['EclaimsAcme Insurance · Finance'])
  await page.keyboard.press('Escape')

  await admin.table().getByRole('link', { name: 'Wilma', exact: true }).click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Applications' }).click()
  const edit = page.getByRole('button', { name: 'Edit Eclaims, Acme Insurance' })
  await edit.click()
  await expect(role).toHaveValue('Finance')
  await role.selectOption('Claims Executive')
  await save.click()
  await expect(assigned).toHaveText(['EclaimsAcme Insurance · Claims Executive'])
  await page.keyboard.press('Escape')
  await expect(edit.and(page.locator(':focus'))).toBeVisible()
  await expect(page.getByRole('row', { name: /Eclaims/ })).toContainText('Claims Executive')
})

test('an assignment that another administrator changes meanwhile is not overwritten, and then shown', async ({
  admin,
}) => {
  const { _id: userId } = await admin.employ('Xerxes', [])
  const pair = { Application: 'Eclaims', Client: 'Zenith General' }
  await admin.open('/dashboard/user?search=xerxes', 'Users')
  await admin.choose('Xerxes Kapoor', 'Assign Application')
  const applications = admin.dialog('Assign Application - Xerxes Kapoor')
  const assign = applications.getByRole('button', { name: 'Assign', exact: true })
  const save = applications.getByRole('button', { name: 'Save', exact: true })
  await admin.fill(applications, pair)
  await admin.fill(applications, { Role: 'Handler' })
  await assign.click()
  const assigned = applications.getByRole('list', { name: 'Assigned Apps' }).getByRole('listitem')
  await expect(assigned).toHaveText(['EclaimsZenith General · Handler'])
  await admin.fill(applications, pair)
  await admin.fill(applications, { 'Last day': '2031-03-31' })

  type Assigned = { applicationData: { _id: string }; clientdata: { _id: string } }
  const [before] = await admin.list<Assigned>(`/api/users/assignedApplicationWithClient?userId=${userId}`)
  const ids = { userId, applicationId: before?.applicationData._id, clientId: before?.clientdata._id }
  await admin.call('/api/users/addUserApplicationClinetRole', { ...ids, role: 'Handler', validUntil: '2031-06-30' })

  await save.click()
  await expect(applications.getByRole('alert')).toHaveText('Someone else has changed this in the meantime.')
  await expect(assigned).toHaveText(['EclaimsZenith General · Handler · until 30 Jun 2031'])
  await save.click()
  await expect(assigned).toHaveText(['EclaimsZenith General · Handler · until 31 Mar 2031'])
})

test('a new choice is kept while the list reloads, and a refused one can be tried again', async ({
  admin,
  page,
  problems,
}) => {
  await admin.employ('Vimal', [])
  await admin.open('/dashboard/user?search=vimal', 'Users')
  await admin.choose('Vimal Kapoor', 'Assign Application')
  const applications = admin.dialog('Assign Application - Vimal Kapoor')
  const assign = applications.getByRole('button', { name: 'Assign', exact: true })
  const save = applications.getByRole('button', { name: 'Save', exact: true })
  const pair = { Application: 'Eclaims', Client: 'Zenith General' }
  await admin.fill(applications, pair)
  await admin.fill(applications, { Role: 'Handler' })

  const reload = Promise.withResolvers<void>()
  await page.route(/assignedApplicationWithClient/, async (route) => {
    await reload.promise
    await route.continue()
  })
  await assign.click()
  await expect(applications.getByText('Application Assigned')).toBeVisible()
  await expect(applications.getByLabel('Application', { exact: true })).toHaveValue('')
  await admin.fill(applications, pair)
  await admin.fill(applications, { Role: 'Handler' })
  reload.resolve()
  await expect(applications.getByRole('listitem')).toHaveText(['EclaimsZenith General · Handler'])
  await expect(save).toBeEnabled()

  await page.route(/addUserApplicationClinetRole/, (route) => route.abort())
  await save.click()
  await expect(applications.getByText('The server cannot be reached.')).toBeVisible()
  problems.length = 0
  for (const [label, value] of Object.entries(pair)) {
    await expect(applications.getByLabel(label, { exact: true })).toHaveValue(value)
  }
  await expect(applications.getByLabel('Role', { exact: true })).toHaveValue('Handler')
})

test('an administrator sets the password of a person and deactivates them: their open browser is signed out at once', async ({
  admin,
  signIn,
  product,
  browser,
}) => {
  const person = await admin.employ('Sunil', [])
  await admin.open('/dashboard/user?search=sunil', 'Users')
  await admin.choose('Sunil Kapoor', 'Change Password')
  const dialog = admin.dialog('Change Password')
  await expect(dialog.getByText('Sunil Kapoor (sunil)')).toBeVisible()
  const change = dialog.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(dialog.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription('New Password Required')
  await expect(dialog.getByLabel('Confirm New Password')).toHaveAccessibleDescription('Confirm Password Required')
  await admin.fill(dialog, { 'New Password': 'weak', 'Confirm New Password': 'Other#Orbit42*Lamp' })
  await change.click()
  await expect(dialog.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
    'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character',
  )
  await expect(dialog.getByLabel('Confirm New Password')).toHaveAccessibleDescription('Password must match')
  await admin.fill(dialog, { 'New Password': 'Other#Orbit42*Lamp' })
  await announced(admin.page, 'Password Changed', () => change.click())
  await expect(dialog).toBeHidden()

  const sunil = await signIn({ ...person, password: 'Other#Orbit42*Lamp' })
  await admin.choose('Sunil Kapoor', 'Edit')
  const form = admin.dialog('Update User')
  await expect(form.getByLabel('User Name', { exact: true })).not.toBeEditable()
  await admin.fill(form, { Status: 'INACTIVE' })
  await admin.save(form, 'User Updated')
  await expect.poll(() => admin.column('Status')).toEqual(['INACTIVE'])
  // Nothing is clicked: a page notices the end of its session when it gets the focus again.
  await sunil.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await arrived(sunil.page, /\/login/)
  await expect(sunil.page.getByText('Your account is no longer active. Ask your administrator.')).toBeVisible()

  const visitor = await browser.newPage({ baseURL: product.baseURL })
  await visitor.goto('/login')
  await visitor.getByLabel('Email, user ID or phone number').fill(person.email)
  await visitor.getByLabel('Password', { exact: true }).fill('Other#Orbit42*Lamp')
  await visitor.getByRole('button', { name: 'Login' }).click()
  await expect(visitor.getByRole('alert')).toBeVisible()
  await visitor.close()
})

test('the list is downloaded as user-info-file.csv, with its filters', async ({ admin, page }) => {
  await admin.open('/dashboard/user', 'Users')
  await admin.search('Email', 'meera')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('user-info-file.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('"First Name","Last Name","Phone Number","Email","User Name"')
  expect(lines[1]).toContain('"Meera","Nair","9876500002","meera.nair@example.com"')
})

test('several people are deactivated and activated together, after what goes with them is said', async ({
  admin,
  page,
  product,
}) => {
  await admin.employ('Bulka', [])
  await admin.employ('Bulko', [])
  const assign = `insert into assignments (id, user_id, application_id, client_id, role)
    select gen_random_uuid(), u.id, a.id, c.id, 'Handler' from users u, applications a, clients c
    where u.email = 'bulka@example.com' and a.name = 'Eclaims' and c.display_name = 'Zenith General'`
  await query(product.dataDir, assign)
  await admin.open('/dashboard/user?search=bulk', 'Users')
  for (const [action, before, after] of [
    ['Deactivate', 'ACTIVE', 'INACTIVE'],
    ['Activate', 'INACTIVE', 'ACTIVE'],
  ] as const) {
    await expect.poll(() => admin.column('Status')).toEqual([before, before])
    await page.getByRole('checkbox', { name: 'Select Bulka Kapoor' }).setChecked(true)
    await page.getByRole('checkbox', { name: 'Select Bulko Kapoor' }).setChecked(true)
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: action, exact: true }).click()
    const dialog = admin.dialog(`${action}: 2 people`)
    const lost = dialog.getByRole('list', { name: 'Used by' })
    if (action === 'Deactivate') await expect(lost).toContainText('Eclaims · Zenith General')
    else await expect(lost).toHaveCount(0)
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await expect(dialog.getByText('Done', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('definition')).toHaveText(['2', '0', '0'])
    await dialog.locator('.form-end').getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => admin.column('Status')).toEqual([after, after])
  }
})

test('some of all matching people are unticked, and exactly the number that the question states is changed', async ({
  admin,
  page,
}) => {
  const create = (number: number) =>
    admin.call('/api/users/createUserWithoutAppClientAndRole', {
      firstName: `Tally${number}`,
      lastName: 'Vora',
      email: `tally${number}@example.com`,
      userName: `tally${number}`,
      phoneNumber: `760000000${number}`,
      password: 'Kestrel#Orbit42*Lamp',
    })
  await admin.open('/dashboard/user', 'Users')
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await create(number)
  // Unencrypted, so that the test can replace the answer: an estimated total, as for many people.
  await page.route(/api\/session$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ json: { ...body, data: { ...body.data, encryptionKey: null } } })
  })
  await page.route(/listAllActiveUser/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ json: { ...body, data: { ...body.data, total: 1666, isEstimate: true } } })
  })
  await admin.open('/dashboard/user?search=tally&size=5', 'Users')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).setChecked(true)
  await page.getByRole('button', { name: 'Select all matching (about 1,666)' }).click()
  await page.getByRole('checkbox', { name: 'Select Tally6 Vora' }).setChecked(false)
  await expect(page.getByText('All matching records except 1 are selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select Tally1 Vora' })).toBeChecked()

  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  const asked = admin.dialog('Deactivate: 6 people')
  await expect(asked).toBeVisible()
  await create(8)
  await asked.getByRole('button', { name: 'Deactivate', exact: true }).click()
  const again = admin.dialog('Deactivate: 7 people')
  await expect(again.getByRole('alert')).toHaveText('The number of people has changed. Check it and confirm again.')
  await again.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(again.getByText('Done', { exact: true })).toBeVisible()
  await expect(again.getByRole('definition')).toHaveText(['7', '0', '0'])
  await again.locator('.form-end').getByRole('button', { name: 'Close' }).click()
  await admin.open('/dashboard/user?search=tally&isActive=true', 'Users')
  await expect.poll(() => admin.column('First Name')).toEqual(['Tally6'])
})

test('people are imported after a dry run that names the invalid row, and a second import changes nothing', async ({
  admin,
  page,
}) => {
  const file = {
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'firstName,lastName,email,phoneNumber,userName,status',
        'Imran,Qureshi,imran.qureshi@example.com,9700000001,imran.q,ACTIVE',
        'Leela,Thomas,not an address,9700000002,leela.t,ACTIVE',
        'Maya,Pillai,maya.pillai@example.com,9700000003,maya.p,INACTIVE',
      ].join('\r\n'),
    ),
  }
  await admin.open('/dashboard/user', 'Users')
  const dialog = admin.dialog('Import')
  const check = async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByLabel('CSV file').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Check file' }).click()
    await expect(dialog.getByText('Nothing is saved yet. This is what the import would do.')).toBeVisible()
    await expect(
      dialog.getByRole('row', { name: '3 Leela Thomas email: Email must be a valid email address' }),
    ).toBeVisible()
  }
  const close = () => dialog.locator('.form-end').getByRole('button', { name: 'Close' }).click()

  await check()
  await expect(dialog.getByRole('definition')).toHaveText(['2', '0', '0', '1'])
  await dialog.getByRole('button', { name: 'Run import' }).click()
  await expect(dialog.getByText('Done', { exact: true })).toBeVisible()
  await close()
  await admin.search('Email', 'imran.qureshi')
  await expect(admin.row('Imran')).toContainText('9700000001')

  await check()
  await expect(dialog.getByRole('definition')).toHaveText(['0', '0', '2', '1'])
  await expect(dialog.getByRole('button', { name: 'Run import' })).toHaveCount(0)
  await close()
})
