import { query } from '@gatehouse/server/test/processes.ts'
import { announced } from '../announced.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'
import { leaveToRetry } from '../retry-only.ts'

test('of two concurrent changes of a record, different fields are merged, and the second person decides about the others', async ({
  admin,
  signIn,
  problems,
}) => {
  await admin.call('/api/users/createRole', { name: 'Shared', description: 'As it was', status: 'ACTIVE' })
  const other = await signIn(await admin.employ('Dev', ['roles:read', 'roles:write']))
  const form = admin.dialog('Update Role')
  const begin = async (mine: Record<string, string>, theirs: Record<string, string>) => {
    await admin.open('/dashboard/role', 'Roles')
    await admin.choose('Shared', 'Edit')
    await admin.fill(form, mine)
    await other.open('/dashboard/role', 'Roles')
    await other.choose('Shared', 'Edit')
    await other.fill(other.dialog('Update Role'), theirs)
    await other.save(other.dialog('Update Role'), 'Role Updated')
  }
  const save = () => form.getByRole('button', { name: 'Save' }).click()

  await begin({ Description: 'Mine alone' }, { Status: 'INACTIVE' })
  await announced(admin.page, 'Role Updated', save)
  await expect(admin.toast('Dev Kapoor also changed this. Kept: Status')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(admin.row('Shared')).toContainText('Mine alone')
  await expect(admin.row('Shared')).toContainText('INACTIVE')

  const question = admin.dialog('Someone else changed this too')
  for (const [side, mine, theirs, status] of [
    ['Mine', 'Mine', 'Theirs', 'ACTIVE'],
    ['Theirs', 'Mine again', 'Theirs again', 'INACTIVE'],
  ] as const) {
    await begin({ Description: mine }, { Description: theirs, Status: status })
    await save()
    await expect(
      question.getByText(/^Dev Kapoor changed this record .* Your changes are not saved yet\./),
    ).toBeVisible()
    await expect(question.getByText('Their other changes are kept: Status')).toBeVisible()
    await expect(question.getByRole('radio').first()).toBeFocused()
    await expect(question.getByRole('button', { name: 'Save' })).toBeDisabled()
    await question.getByRole('button', { name: 'Back to the form' }).click()
    await expect(form.getByLabel('Description')).toHaveValue(mine)
    await save()
    await question
      .getByRole('group', { name: 'Description' })
      .getByRole('radio', { name: `${side} ${side === 'Mine' ? mine : theirs}` })
      .check()
    await announced(admin.page, 'Role Updated', () => question.getByRole('button', { name: 'Save' }).click())
    await expect(form).toBeHidden()
    await expect(admin.row('Shared')).toContainText(side === 'Mine' ? mine : theirs)
    await expect(admin.row('Shared')).toContainText(status)
  }
  expectOnly(problems, /409/)
})

test('related fields are set by one choice, and the editor keeps a complete value', async ({
  admin,
  page,
  problems,
}) => {
  type Named = { _id: string; name: string }
  const id = async (kind: string, query: Record<string, string>) => {
    const [found] = await admin.list<Named>(`/api/admin/options?${new URLSearchParams({ kind, ...query })}`)
    return found?._id ?? ''
  }
  const projectId = await id('applications', { search: 'Eclaims' })
  const approvalOf = async (page: string, client: string, role: string) => {
    const pageId = await id('pages', { applicationId: projectId, search: page })
    const clientId = await id('clients', { search: client })
    const roleId = await id('applicationRoles', { applicationId: projectId, clientId, search: role })
    return { projectId, pageId, clientId, roleId }
  }
  const approval = await admin.call<{ _id: string }>(
    '/api/application/createDocumentApprovalMaster',
    await approvalOf('Survey Report', 'Acme Insurance', 'Claims Manager'),
  )
  await admin.open('/dashboard/approvalProcess?field=pageName&search=survey', 'Document Approval')
  const pages = '**/api/application/pagesOfRole?*'
  await leaveToRetry(page)
  await page.route(pages, (route) => route.fulfill({ status: 503, json: { code: 503, msg: 'Not now', data: null } }))
  await admin.choose('Eclaims, Survey Report, Claims Manager', 'Edit')
  const form = admin.dialog('Update Approval Page')
  await expect(form.getByRole('alert')).toContainText('Not now')
  await page.unroute(pages)
  await form.getByRole('button', { name: 'Retry' }).click()
  await expect(form.getByLabel('Page Name')).toHaveValue(/.+/)
  await expect(form.getByLabel('User Role', { exact: true })).toHaveValue('Claims Manager')
  await admin.call('/api/application/updateDocumentApprovalMaster', {
    ...(await approvalOf('Claim Intimation', 'Zenith General', 'Handler')),
    documnetMasteId: approval._id, // sic
  })
  await admin.fill(form, { 'Page Name': 'Settlement' })
  const question = admin.dialog('Someone else changed this too')
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  const place = question.getByRole('group', { name: 'Project Name, Client, User Role, Page Name' })
  await expect(
    place.getByRole('radio', { name: 'Mine Eclaims Acme Insurance Claims Manager Settlement' }),
  ).toBeVisible()
  await place.getByRole('radio', { name: 'Theirs Eclaims Zenith General Handler Claim Intimation' }).check()
  await announced(page, 'Document Approval Updated', () => question.getByRole('button', { name: 'Save' }).click())
  await expect(form).toBeHidden()
  await admin.open('/dashboard/approvalProcess?field=pageName&search=intimation', 'Document Approval')
  await expect(admin.row('Claim IntimationZenith GeneralHandler')).toBeVisible()
  // The same row for every client, and kept without effect.
  await admin.choose('Eclaims, Claim Intimation, Handler', 'Edit')
  await form.getByText('Counts for: its own client, its own page').click()
  await form.getByRole('switch', { name: 'All clients' }).click()
  await form.getByLabel('Status', { exact: true }).selectOption('INACTIVE')
  await announced(page, 'Document Approval Updated', () =>
    form.getByRole('button', { name: 'Submit', exact: true }).click(),
  )
  await expect(admin.row('Claim IntimationAll clients (as for Zenith General)Handler')).toContainText('INACTIVE')
  // Other tests create a record with this name.
  await admin.call('/api/application/deleteDocumentApprovalMaster', { documnetMasteId: approval._id }) // sic

  const template = {
    ...{
      Application: 'All',
      Client: 'All',
      Status: 'ACTIVE',
      TemplateName: 'taken',
      TemplateId: 'T',
      Subject: 'Taken',
    },
    Template: '<p>Before</p>',
  }
  const { _id } = await admin.call<{ _id: string }>('/api/emailMaster/create', template)
  await admin.open('/dashboard/emailTemplate?field=name&search=taken', 'Email Template')
  await admin.choose('taken', 'Edit')
  const writing = admin.dialog('Update Email Template')
  const editor = writing.getByRole('textbox', { name: 'Template', exact: true })
  await editor.press('Control+End')
  await page.keyboard.type(' and mine')
  await admin.call('/api/emailMaster/update', { ...template, _id, Template: '<p>Theirs</p>' })
  await writing.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('radio', { name: /^Theirs/ }).check()
  await announced(page, 'Email Template Updated', () => question.getByRole('button', { name: 'Save' }).click())
  await expect(writing).toBeHidden()
  await admin.choose('taken', 'Edit')
  await expect(editor).toHaveText('Theirs')
  await page.keyboard.press('Escape')
  expectOnly(problems, /409/)
})

test('unsaved input is not lost by closing the form or leaving the page', async ({ admin, page }) => {
  await admin.open('/dashboard/permission', 'Permissions')
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles')
  const form = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(form, { Name: 'Half a role' })
  const question = admin.dialog('Discard changes?')

  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => form.getByRole('button', { name: 'Cancel' }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await expect(question.getByRole('button')).toHaveText(['', 'Keep editing', 'Discard'])
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(form.getByLabel('Name')).toHaveValue('Half a role')
    await expect(page).toHaveURL(/\/role$/)
  }
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await admin.openNew('New User Role', 'New User Role')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await admin.openNew('New User Role', 'New User Role')
  await admin.fill(form, { Name: 'A whole role', Description: 'All of it' })
  await admin.save(form, 'Role Created')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Permissions')
})

test('after the session ends, the person signs in over the open form, and the form is saved', async ({
  admin,
  signIn,
  product,
  page,
  problems,
}) => {
  const suhani = await admin.employ('Suhani', ['roles:read', 'roles:write'])
  const theirs = await signIn(suhani)
  await theirs.open('/dashboard/role', 'Roles')
  const form = await theirs.openNew('New User Role', 'New User Role')
  await theirs.fill(form, { Name: 'Kept', Description: 'Typed before the session ended', Status: 'ACTIVE' })
  const [person] = await admin.list<{ _id: string }>('/api/admin/options?kind=people&search=suhani')
  await admin.call('/api/users/endSessions', { userId: person?._id })
  // Not by a click: the page may find its session over by itself, and asks about it over the button.
  await form.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')

  const again = theirs.dialog('Sign in again')
  await expect(again).toContainText('An administrator ended your session. Sign in again.')
  await expect(again).toContainText(`Sign in as Suhani Kapoor (${suhani.email}) to continue.`)
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
  await again.getByRole('button', { name: 'Not now' }).click()
  await expect(form.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()

  const portal = new Portal(theirs.page, product)
  const before = await portal.lastCode(suhani.email)
  await again.getByLabel('Password', { exact: true }).fill(suhani.password)
  await again.getByRole('button', { name: 'Continue' }).click()
  const code = await portal.code(suhani.email, before)
  const field = again.getByLabel('One-time code')
  await field.fill(code === '000000' ? '111111' : '000000')
  await expect(again.getByRole('alert')).toHaveText('Invalid OTP')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await announced(theirs.page, 'Role Created', () => field.fill(code))
  await expect(form).toBeHidden()
  await admin.open('/dashboard/role?search=kept', 'Roles')
  await admin.choose('Kept', 'History')
  await expect(admin.page.getByRole('dialog')).toContainText('Suhani Kapoor')
  await page.keyboard.press('Escape')
  problems.length = 0
})

test('a failed save keeps the input and shows the message of the server', async ({
  admin,
  page,
  problems,
  product,
}) => {
  await admin.open('/dashboard/role', 'Roles')
  const form = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(form, { Name: 'Admin', Description: 'A second one', Status: 'INACTIVE' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('This name is already in use.')
  expectOnly(problems, /409/)

  await page.route('**/api/users/createRole', (route) => route.abort())
  await admin.fill(form, { Name: 'Admin of nights' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'The server cannot be reached. Check your connection and try again.',
  )
  expectOnly(problems, /ERR_FAILED/)
  await expect(form.getByLabel('Description')).toHaveValue('A second one')
  await expect(form.getByLabel('Status')).toHaveValue('INACTIVE')

  await page.unroute('**/api/users/createRole')
  await admin.save(form, 'Role Created')
  await expect(admin.row('Admin of nights')).toHaveCount(1)

  // Deleted by somebody else while the form is open.
  await admin.choose('Admin of nights', 'Edit')
  const update = admin.dialog('Update Role')
  await admin.fill(update, { Description: 'Of the night shift' })
  await query(product.dataDir, "update roles set deleted_at = now() where name = 'Admin of nights'")
  await update.getByRole('button', { name: 'Save' }).click()
  await expect(update.getByRole('alert')).toContainText('Somebody may have deleted it meanwhile.')
  await expect(update.getByLabel('Description')).toHaveValue('Of the night shift')
  expectOnly(problems, /404/)

  // A rule that only the server checks: the message is shown at its field.
  await admin.open('/dashboard/user', 'Users')
  const user = await admin.openNew('New User', 'New User')
  await admin.fill(user, {
    'First Name': 'Second',
    'Last Name': 'Asha',
    Email: 'asha.rao@example.com',
    'Phone Number': '9800000001',
    'User Name': 'second.asha',
    Password: 'Kestrel#Orbit42*Lamp',
  })
  await user.getByRole('button', { name: 'Save' }).click()
  await expect(user.getByRole('alert')).toBeVisible()
  await expect(user.getByLabel('First Name')).toHaveValue('Second')
  expectOnly(problems, /40[09]/)
})

test('a refused save is reported beside its button, and the form stays in place', async ({ admin, page, problems }) => {
  await admin.open('/dashboard/eaiapplication?search=eclaims', 'Applications')
  await admin.choose('Eclaims', 'Edit')
  const form = admin.dialog('Update Application')
  await form.evaluate((dialog) => dialog.scrollTo(0, 400))
  await page.route('**/api/application/updateApplication/*', (route) => route.abort())
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(form.getByRole('heading', { name: 'Update Application' })).toBeInViewport({ ratio: 1 })
  expect(await form.evaluate((dialog) => dialog.scrollTop)).toBe(400)
  expectOnly(problems, /ERR_FAILED/)
})

test('a list that cannot be loaded shows the reason, and Retry loads it', async ({ admin, page, problems }) => {
  const calls = '**/api/users/ListAllRole*'
  await page.route(calls, (route) => route.abort())
  await page.goto('/dashboard/role?search=Admin')
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  expectOnly(problems, /ERR_FAILED/)
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(admin.row('Admin')).not.toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a record in use cannot be deleted, and a deletion that fails shows the reason', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/client?search=acme', 'Clients')
  await admin.choose('Acme Insurance', 'Delete')
  const blocked = admin.dialog('Delete Acme Insurance?')
  await expect(blocked.getByText('It cannot be deleted while these use it:')).toBeVisible()
  await expect(blocked.getByRole('list', { name: 'Used by' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(blocked.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await blocked.getByRole('button', { name: 'Cancel' }).click()

  await admin.call('/api/users/createPermission', { name: 'kept:on', description: 'Stays', status: 'ACTIVE' })
  await admin.open('/dashboard/permission?search=kept', 'Permissions')
  await page.route('**/api/users/deletePermission', (route) => route.abort())
  await admin.choose('kept:on', 'Delete')
  const question = admin.dialog('Delete kept:on?')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question.getByRole('alert')).toContainText('The server cannot be reached.')
  expectOnly(problems, /ERR_FAILED/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.row('kept:on')).toHaveCount(1)
})

test('the group of a tile is chosen from those in use, or is a new one', async ({ admin, page }) => {
  const form = { name: { description: 'Ek Tokri' }, tileGroup: 'Tokri ke aam' }
  await admin.call('/api/application/registerApplication', form)
  await admin.open('/dashboard/eaiapplication', 'Applications')
  const dialog = await admin.openNew('New Application', 'New Application')
  await admin.fill(dialog, { Description: 'Doosri Tokri' })
  const group = dialog.getByRole('combobox', { name: 'Group', exact: true })
  await group.fill('tokri')
  await page.getByRole('option', { name: 'Tokri ke aam' }).click()
  await expect(group).toHaveValue('Tokri ke aam')
  await group.fill('Nayi tokri')
  await page.getByRole('option', { name: 'Nayi tokri New group' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await admin.open('/dashboard/eaiapplication?search=doosri', 'Applications')
  await admin.table().getByRole('link', { name: 'Doosri Tokri' }).click()
  await expect(page.locator('.facts').first()).toContainText('Nayi tokri')
})

test('an application is deleted only after its name is typed', async ({ admin }) => {
  await admin.call('/api/application/registerApplication', { name: { description: 'Purani Dukaan' } })
  await admin.open('/dashboard/eaiapplication?search=purani', 'Applications')
  await admin.choose('Purani Dukaan', 'Delete')
  const question = admin.dialog('Delete Purani Dukaan?')
  const typed = question.getByLabel('Type “Purani Dukaan” to delete it')
  await expect(typed).toBeFocused()
  await typed.fill('Purani')
  await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
  await typed.press('Enter')
  await expect(question).toBeVisible()
  await typed.press('Escape')
  await admin.dialog('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await typed.fill('Purani Dukaan')
  await typed.press('Enter')
  await expect(admin.toast('Application Deleted')).toBeVisible()
  await expect(admin.row('Purani Dukaan')).toHaveCount(0)
})

/** The browser has reported only the failures that the test caused. */
function expectOnly(problems: string[], expected: RegExp) {
  expect(problems.filter((problem) => !expected.test(problem))).toEqual([])
  problems.length = 0
}

test('what is missing or too long is said at its own field, with the characters that it takes', async ({ admin }) => {
  await admin.open('/dashboard/eaiapplication', 'Applications')
  const form = await admin.openNew('New Application', 'New Application')
  await admin.fill(form, { Description: 'Begins elsewhere' })
  await form
    .getByLabel('Launch method')
    .selectOption({ label: 'OpenID Connect: the application starts the sign-in (recommended)' })
  const summary = admin.control(form, 'Summary')
  await summary.fill('x'.repeat(1000))
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(summary).toBeFocused()
  await expect(summary).toHaveAccessibleDescription(/Too Long! At most \d+ characters\./)
  await summary.fill('')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const login = admin.control(form, 'Application Login')
  await expect(login).toBeFocused()
  await expect(login).toHaveAccessibleDescription(/OpenID Connect needs the address/)
  await expect(form.getByLabel('Launch method')).not.toHaveAccessibleDescription(/OpenID Connect needs/)
})
