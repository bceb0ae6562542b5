import { expect, test } from '../console.ts'

test('of two people who change one record, the second is told what the first did, and keeps either', async ({
  admin,
  signIn,
  page,
  problems,
}) => {
  await admin.call('/api/users/createRole', { name: 'Shared', description: 'As it was', status: 'ACTIVE' })
  const other = await signIn(await admin.employ('Dev', ['roles:read', 'roles:write']))

  for (const [theirs, mine, choice] of [
    ['Theirs', 'Mine', 'Keep mine'],
    ['Theirs again', 'Mine again', 'Take theirs'],
  ] as const) {
    await admin.open('/dashboard/role', 'Roles')
    await admin.choose('Shared', 'Edit')
    const form = admin.dialog('Update Role')
    await admin.fill(form, { Description: mine })

    await other.open('/dashboard/role', 'Roles')
    await other.choose('Shared', 'Edit')
    await other.fill(other.dialog('Update Role'), { Description: theirs })
    await other.save(other.dialog('Update Role'), 'Role Updated')

    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(/^Dev Kapoor changed this record .* Nothing of yours is saved yet\.$/)).toBeVisible()
    await expect(form.getByRole('row', { name: `Description ${theirs} ${mine}` })).toBeVisible()
    await form.getByRole('button', { name: choice }).click()
    if (choice === 'Keep mine') {
      await expect(form.getByText('Role Updated')).toBeVisible()
      await expect(form).toBeHidden()
      await expect(admin.row('Shared')).toContainText(mine)
    } else {
      await expect(form.getByLabel('Description')).toHaveValue(theirs)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      await expect(admin.row('Shared')).toContainText(theirs)
    }
  }
  expectOnly(problems, /409/)
})

test('theirs are taken whole: choices that depend on others, and what the editor holds', async ({
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
  await admin.choose('Eclaims, Survey Report, Claims Manager', 'Edit')
  const form = admin.dialog('Update Approval Page')
  await expect(form.getByLabel('User Role', { exact: true })).toHaveValue('Claims Manager')
  await admin.call('/api/application/updateDocumentApprovalMaster', {
    ...(await approvalOf('Claim Intimation', 'Zenith General', 'Handler')),
    documnetMasteId: approval._id, // sic
  })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByRole('button', { name: 'Take theirs' }).click()
  await expect(form.getByLabel('Client', { exact: true })).toHaveValue('Zenith General')
  await expect(form.getByLabel('User Role', { exact: true })).toHaveValue('Handler')
  await expect(form.getByLabel('Page Name', { exact: true }).locator('option:checked')).toHaveText('Claim Intimation')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  // Others make one of this name.
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
  await writing.getByRole('button', { name: 'Take theirs' }).click()
  await expect(editor).toHaveText('Theirs')
  await page.keyboard.press('Escape')
  await expect(writing).toBeHidden()
  expectOnly(problems, /409/)
})

test('what is not saved is not lost by closing or leaving', async ({ admin, page }) => {
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
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
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

test('a save that fails keeps what was entered and says why in the words of the server', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/role', 'Roles')
  const form = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(form, { Name: 'Admin', Description: 'A second one', Status: 'INACTIVE' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('There is one of this name already.')
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

  // A rule that only the server knows: the message stands at its field.
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

test('a refused save is told beside its button, and the form stays where it was', async ({ admin, page, problems }) => {
  await admin.open('/dashboard/eaiapplication', 'Applications')
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

test('a list that cannot be loaded says why, and Retry loads it', async ({ admin, page, problems }) => {
  const calls = '**/api/users/ListAllRole*'
  await page.route(calls, (route) => route.abort())
  await page.goto('/dashboard/role')
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  expectOnly(problems, /ERR_FAILED/)
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(admin.row('Admin')).not.toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('what is needed elsewhere cannot be deleted, and a deletion that fails says why', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/client', 'Clients')
  await admin.choose('Acme Insurance', 'Delete')
  const blocked = admin.dialog('Delete Acme Insurance?')
  await expect(blocked.getByText('It cannot be deleted while this uses it:')).toBeVisible()
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

/** The browser has reported these failures, which the test provoked, and nothing else. */
function expectOnly(problems: string[], expected: RegExp) {
  expect(problems.filter((problem) => !expected.test(problem))).toEqual([])
  problems.length = 0
}
