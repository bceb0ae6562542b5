import type { Locator } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { escaped, expect, test } from '../console.ts'

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a document approval needs a project and client, then one of their roles, then a page of that role', async ({
  admin,
}) => {
  await admin.open('/dashboard/approvalProcess', 'Document Approval')
  const form = await admin.openNew('New Document Approval', 'New Document Approval')
  const role = form.getByLabel('User Role', { exact: true })
  const page = form.getByLabel('Page Name', { exact: true })
  await expect(role).toBeDisabled()
  await admin.fill(form, { 'Project Name': 'Eclaims', Client: 'Acme Insurance', 'User Role': 'Claims Manager' })
  await expect(form.getByRole('definition')).toHaveText(['Approval', '₹0 to ₹1,00,000', '2'])
  await expect(page.getByRole('option')).toHaveText(['Choose', 'Settlement', 'Survey Report'])
  await admin.fill(form, { 'Page Name': 'Survey Report' })

  await admin.fill(form, { 'User Role': 'Director' })
  await expect(form.getByRole('definition')).toHaveText(['Final Approval', '₹0 and more', '5'])
  await expect(page.getByRole('option')).toHaveText(['Choose', 'Payment Advice', 'Settlement'])
  await expect(page).toHaveValue('')

  await admin.fill(form, { Client: 'Zenith General' })
  await expect(role).toHaveValue('')
  await expect(form.getByRole('definition')).toHaveCount(0)
  await role.click()
  await expect(form.getByRole('option', { name: /^Handler/ })).toBeVisible()
  await expect(form.getByRole('option', { name: /^Claims Manager/ })).toHaveCount(0)
})

test('a picker shows the number of choices and loads them up to the last one', async ({ admin, page }) => {
  await admin.employ('Parvati', [])
  await admin.open('/dashboard/user?search=parvati', 'Users')
  const many: string[] = []
  for (let number = 1; number <= 56; number++) {
    const role = { name: `Plenty ${number}`, description: 'One of many', status: 'ACTIVE' }
    many.push((await admin.call<{ _id: string }>('/api/users/createRole', role))._id)
  }
  await admin.choose('Parvati Kapoor', 'Assign Role')
  const dialog = admin.dialog('Assign Role - Parvati Kapoor')
  await dialog.getByRole('button', { name: 'Remove Role of Parvati' }).click()
  const picker = dialog.getByRole('combobox', { name: 'Role' })
  await picker.fill('plenty')
  await expect(dialog.getByText('50 of 56')).toBeVisible()
  await dialog.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(dialog.getByRole('option')).toHaveCount(56)
  await expect(dialog.getByText('50 of 56')).toBeHidden()
  await dialog.getByRole('option', { name: 'Plenty 9 One of many' }).click()
  await expect(picker).toHaveValue('Plenty 9')
  await page.keyboard.press('Escape')
  for (const roleId of many) await admin.call('/api/users/deleteRole', { roleId })
})

test('a list to check shows every permission, however many there are', async ({ admin }) => {
  await admin.open('/dashboard/role?search=support', 'Roles')
  for (let number = 1; number <= 56; number++) {
    await admin.call('/api/users/createPermission', {
      name: `Plenty ${number}`,
      description: 'One of many',
      status: 'ACTIVE',
    })
  }
  await admin.choose('Support', 'Assign Permission')
  const dialog = admin.dialog('Assign Permission - Support')
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('plenty')
  await expect(dialog.getByRole('checkbox')).toHaveCount(56)
})

test('the check of approvals reports that nothing can be approved without approvals', async ({ admin }) => {
  await admin.open('/dashboard/approvalProcess', 'Document Approval')
  const check = await admin.openNew('Check approvals', 'Check approvals')
  await admin.fill(check, { 'Project Name': 'Tow Tracker', Client: 'Zenith General' })
  await expect(check.getByRole('list', { name: 'All pages' })).toHaveText('Error: Nobody approves anything.')

  // What the rules mean for one document.
  await admin.fill(check, { 'Project Name': 'Eclaims', Client: 'Acme Insurance' })
  await check.getByRole('tab', { name: 'Explain' }).click()
  await admin.fill(check, { 'Page Name': 'Settlement', Amount: '72000.50' })
  const steps = check.getByRole('list', { name: 'Steps of the approval' }).locator('b')
  await expect(steps).toHaveText(['Claims Manager', 'Finance', 'Director'])
  await admin.fill(check, { Amount: '200000', Region: 'Kerala' })
  await expect(steps).toHaveText(['Regional Head', 'Finance', 'Director'])
  await admin.fill(check, { Person: 'Asha Rao' })
  await expect(check.getByText('Asha Rao may not act on this document.')).toBeVisible()
  // Everyone who can, in the order of the steps, with the way to each of them.
  await check.getByRole('button', { name: 'Show everyone who can' }).click()
  const everyone = check.getByRole('region', { name: 'Everyone who can' })
  await expect(everyone.getByRole('row', { name: /Regional Head/ }).first()).toContainText('given')
  await expect(everyone.getByRole('link').first()).toHaveAttribute('href', /\/dashboard\/users\/./)
  await expect(everyone.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  // Without an amount the question is who may use the page.
  await admin.fill(check, { Amount: '' })
  await expect(check.getByRole('list', { name: 'Roles with this page' })).toContainText('Claims Manager')
  await expect(check.getByText('Asha Rao may do this.')).toBeVisible()
  await expect(everyone.getByRole('link').first()).toBeVisible()
  await expectAccessibleInBoth(admin.page, 'who may use a page')
})

test('all regions are chosen at once and one is removed again; amounts are grouped as in India', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/Eroleclient', 'Application Roles')
  const form = await admin.openNew('New Application Role', 'New Application Role')
  // "None" is offered only where the value is optional.
  await expect(form.getByLabel('Action Of Role').getByRole('option').first()).toHaveText('None')
  await admin.fill(form, {
    Application: 'Vendor Portal',
    Client: 'Acme Insurance',
    Role: 'Region Keeper',
    'Role Id': 'VP-ACME-09',
    'Action Of Role': 'Authorised',
    Sequence: '2',
    'Range From': '25000',
    'Range To': '5 lakh',
  })
  // Unusual input is never turned into another number.
  const refused = 'Enter an amount in rupees, such as 25,000.50 or 5 lakh'
  await form.getByLabel('Sequence').focus()
  const upper = form.getByLabel('Range To')
  await expect(upper).toHaveValue(/^5,00,000/)
  // Tab selects all of it, and a click leaves the caret behind the digit that it hit.
  await form.getByLabel('Range From').focus()
  await upper.page().keyboard.press('Tab')
  await upper.page().keyboard.type('6,00,000')
  await form.getByLabel('Sequence').focus()
  await expect(upper).toHaveValue(/^6,00,000/)
  await upper.click({ position: { x: 58, y: 18 } })
  const clicked = await upper.evaluate((input: HTMLInputElement) => ({ value: input.value, at: input.selectionStart }))
  expect(clicked.value).toBe('600000')
  expect([1, 2, 3, 4, 5]).toContain(clicked.at)
  await form.getByLabel('Range To').focus()
  await form.getByLabel('Range To').fill('2.5 cr')
  await expect(form.getByLabel('Range To')).toHaveAccessibleDescription(/^= ₹2,50,00,000/)
  await admin.fill(form, { 'Range To': '12.345', Sequence: '1.5' })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByLabel('Range To')).toHaveValue('12.345')
  await expect(form.getByLabel('Range To')).toHaveAccessibleDescription(new RegExp(`^${escaped(refused)}`))
  await expect(form.getByLabel('Sequence')).toHaveValue('1.5')
  await expect(form.getByLabel('Sequence')).toHaveAccessibleDescription('Enter a whole number')
  await admin.fill(form, { 'Range To': '1,00,000.50', Sequence: '2' })
  await form.getByLabel('Sequence').focus()
  await expect(form.getByLabel('Range From')).toHaveValue(/^25,000/)
  await expect(form.getByLabel('Range To')).toHaveValue(/^1,00,000\.50?$/)

  const regions = form.getByRole('combobox', { name: 'Regions' })
  await regions.click()
  await form.getByRole('option', { name: 'All', exact: true }).click()
  await expect(form.getByRole('option', { selected: true })).toHaveCount(await form.getByRole('option').count())
  await expect(form.getByText('37 of 37')).toBeVisible()
  await regions.fill('kerala')
  await form.getByRole('option', { name: 'Kerala' }).click()
  await expect(form.getByText('36 of 37')).toBeVisible()
  await regions.click()
  await expect(form.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.getByRole('listbox')).toBeHidden()
  await admin.save(form, 'Application Role Created')

  await admin.search('Name', 'region keeper')
  await admin.choose('Region Keeper', 'Edit')
  const update = admin.dialog('Update Role')
  await expect(update.getByText('36 of 37')).toBeVisible()
  await expect(update.getByLabel('Range To')).toHaveValue(/^1,00,000\.50?$/)
  await page.keyboard.press('Escape')
})

test('pages are attached to an application role in its dialog and on a screen that its people may see', async ({
  admin,
  signIn,
  page,
}) => {
  await admin.open('/dashboard/Eroleclient', 'Application Roles')
  await admin.call('/api/application/addApplicationRoleMaster', {
    applicationId: await idOf('applications', 'Roadside Desk'),
    clientId: await idOf('clients', 'Zenith General'),
    role: 'Page Turner',
    roleId: 'RD-ZEN-09',
  })
  await admin.search('Name', 'page turner')
  await admin.choose('Page Turner', 'Assign Pages')
  const dialog = admin.dialog('Assign Pages to Role - Page Turner')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByRole('group', { name: 'Page' })).toHaveAccessibleDescription('Status is required')
  await dialog.getByRole('checkbox', { name: 'Service Request' }).check()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Page Attached')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)

  await page.goto('/dashboard/assignPageToRole')
  const chosen = { Application: 'Roadside Desk', Client: 'Zenith General', Role: 'Page Turner' }
  const main = page.getByRole('main')
  await admin.fill(main, chosen)
  const attached = main.getByRole('checkbox', { checked: true })
  await expect(attached).toHaveCount(1)
  await expect(attached).toHaveAccessibleName('Service Request')
  await expect(main.getByRole('button', { name: 'Close' })).toHaveCount(0)

  // Signed in before the assignment, because a single application would be opened at once.
  const looker = await signIn(await admin.employ('Lookup', []), null)
  await admin.call('/api/users/addUserApplicationClinetRole', {
    userId: await idOf('people', 'lookup'),
    applicationId: await idOf('applications', 'Roadside Desk'),
    clientId: await idOf('clients', 'Zenith General'),
    role: 'Page Turner',
  })
  await looker.page.goto('/dashboard/assignPageToRole')
  await looker.fill(looker.page.getByRole('main'), chosen)
  await expect(looker.page.getByRole('main').getByRole('listitem')).toHaveText(['Service Request'])
  await expect(looker.page.getByRole('button', { name: /^Remove|^Assign$/ })).toHaveCount(0)
  await expect(looker.page.getByRole('main').getByRole('checkbox')).toHaveCount(0)

  await main.getByRole('checkbox', { name: 'Service Request' }).uncheck()
  await admin.fill(main, { Client: 'Acme Insurance' })
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(main.getByLabel('Client', { exact: true })).toHaveValue('Zenith General')
  await expect(main.getByLabel('Role', { exact: true })).toHaveValue('Page Turner')
  await expect(main.getByText('1 to detach')).toBeVisible()
  await main.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(main.getByText('Page Detached')).toBeVisible()
  await expect(main.getByText('This role has no pages yet.')).toBeVisible()
  await main.getByRole('checkbox', { name: 'Service Request' }).check()
  await admin.fill(main, { Client: 'Acme Insurance' })
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(main.getByLabel('Client', { exact: true })).toHaveValue('Acme Insurance')
  await expect(main.getByRole('checkbox')).toHaveCount(0)

  async function idOf(kind: string, name: string) {
    const found = await admin.list<{ _id: string; name: string }>(
      `/api/admin/options?kind=${kind}&search=${encodeURIComponent(name)}`,
    )
    return found[0]?._id
  }
})

test('a logo is previewed when it is chosen and can be removed; a file that is not a picture is refused', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/client', 'Clients')
  const form = await admin.openNew('New Client', 'New Client')
  const logo = form.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(logo).toHaveAccessibleDescription(/^please select file/)
  await logo.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) })
  await expect(logo).toHaveAccessibleDescription(
    /^File size exceeds limit \(405 \* 124\)\. Choose a similar-sized file within \(405 \* 124\) and {1,2}\(350 \* 110\)\./,
  )
  problems.length = 0

  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
  const preview = form.getByRole('img', { name: 'Preview' })
  await expect(preview).toHaveAttribute('src', /^\/uploads\/.+\.png$/)
  await expect(logo).toHaveAccessibleDescription(/^Recommended: 405x124 or 350x110$/)
  await preview.evaluate((image: HTMLImageElement) => image.decode())
  expect(await shownSize(preview)).toEqual([1, 1])
  await form.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(preview).toHaveCount(0)
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
  await admin.fill(form, { 'Actual Name': 'Pictured Ltd', 'Display Name': 'Pictured' })
  await admin.save(form, 'Client Created')

  await admin.search('Display Name', 'pictured')
  await admin.choose('Pictured', 'Edit')
  await expect(admin.dialog('Update Client').getByRole('img', { name: 'Preview' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a picture keeps its proportions, and is stored for the edited person when the form is saved', async ({
  admin,
  page,
}) => {
  const draw = async (width: number, height: number) => ({
    name: `${width}x${height}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(
      await page.evaluate(
        ([width = 0, height = 0]) =>
          Object.assign(document.createElement('canvas'), { width, height }).toDataURL('image/png').split(',')[1] ?? '',
        [width, height],
      ),
      'base64',
    ),
  })
  await admin.open('/dashboard/client', 'Clients')
  const client = await admin.openNew('New Client', 'New Client')
  const preview = page.getByRole('img', { name: 'Preview' })
  for (const [width, height, shown] of [
    [405, 124, [196, 60]],
    [100, 400, [15, 60]],
    [40, 20, [40, 20]],
  ] as const) {
    await client.getByLabel('Logo', { exact: true }).setInputFiles(await draw(width, height))
    await expect
      .poll(async () => (await shownSize(preview)).map((size, side) => Math.abs(size - (shown[side] ?? 0)) < 2))
      .toEqual([true, true])
  }
  await page.keyboard.press('Escape')
  await admin.dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()

  await admin.employ('Portrait', [])
  const own = async () =>
    (
      (await (await page.request.get('/api/session')).json()) as {
        data: { session: { user: { profileImage: string } } }
      }
    ).data.session.user.profileImage
  const before = await own()
  await admin.open('/dashboard/user?search=portrait', 'Users')
  await admin.choose('Portrait Kapoor', 'Edit')
  const form = admin.dialog('Update User')
  await form.getByLabel('Picture', { exact: true }).setInputFiles(await draw(340, 280))
  const box = page.locator('.image-field-preview')
  await expect(preview).toBeVisible()
  expect(await box.boundingBox()).toMatchObject({ width: 85, height: 70 })
  expect(await own()).toBe(before)
  await admin.save(form, 'User Updated')
  expect(await own()).toBe(before)
  await admin.choose('Portrait Kapoor', 'Edit')
  await expect(preview).toHaveAttribute('src', /^\/uploads\//)
  await page.keyboard.press('Escape')
})

/** The drawn size of the picture, without the box around it. */
const shownSize = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => {
    const scale = Math.min(1, element.clientWidth / element.naturalWidth, element.clientHeight / element.naturalHeight)
    return [Math.round(element.naturalWidth * scale), Math.round(element.naturalHeight * scale)]
  })

test('a page is added from the email configurations, and a template is previewed from its list', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/configurationEmail', 'Email Configuration')
  const form = await admin.openNew('Add New Page', 'Add New Page')
  await admin.fill(form, { Application: 'Vendor Portal', Page: 'Vendor Ratings', Description: 'How good they are' })
  await admin.save(form, 'App Page Created')
  await admin.open('/dashboard/appPage?search=vendor+ratings', 'Pages List')
  await expect(admin.row('Vendor Ratings')).toContainText('Vendor PortalACTIVE')

  await admin.open('/dashboard/emailTemplate', 'Email Template')
  await page.getByRole('button', { name: 'View verify-email' }).click()
  await expect(admin.dialog('verify-email')).toContainText('Verify your email for Eclaims')
  await expect(
    page.frameLocator('iframe[title="verify-email"]').getByText('Use this code to verify your email address.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  const template = await admin.openNew('Add Template', 'Email Template')
  await admin.fill(template, {
    Application: 'Tow Tracker',
    'Template Name': 'empty',
    'Template Id': 'EMPTY',
    Subject: 'Nothing',
  })
  await template.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(template.getByRole('textbox', { name: 'Template', exact: true })).toBeFocused()
})
