import { announced } from '../announced.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'

test.use({ keepsBrowsers: true })

test('secrets of a gateway are never shown, and must be entered again when its address changes', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/configurationSms', 'SMS Configuration')
  const form = await admin.openNew('Add Configuration', 'SMS Configuration')
  await form.getByLabel('Gateway Id').pressSequentially('GW-7 !x')
  await expect(form.getByLabel('Gateway Id')).toHaveValue('GW7x')
  await form.getByLabel('Sender Id Value').pressSequentially('AC_ME')
  await expect(form.getByLabel('Sender Id Value')).toHaveValue('ACME')
  const attributes = ['Message', 'Mobile No', 'User Name', 'Password', 'Sender Id', 'Country Code', 'API Code']
  await admin.fill(form, {
    Application: 'Vendor Portal',
    Client: 'Acme Insurance',
    'Provider Name': 'Vendor SMS',
    Status: 'INACTIVE',
    Url: 'https://sms.vendor.example.com/send',
    'Name Of Gateway': 'Vendor route',
    'Default No.': '9876500008',
    'Entity Id': '1101000000000000008',
    'User Name Value': 'vendor',
    Token: 'Quiet-Harbour-8',
    ...Object.fromEntries(attributes.map((name) => [`${name} Attribute`, name.toLowerCase().replace(' ', '')])),
  })
  await admin.save(form, 'SMS Configuration Created')
  await admin.search('Provider Name', 'vendor sms')
  await expect.poll(() => admin.column('Token')).toEqual(['Set'])
  await expect.poll(() => admin.column('Password Value')).toEqual(['Not set'])
  await page.getByLabel('Search in').selectOption('Token')
  await admin.search('Token', 'not set')
  await expect(admin.row('Vendor SMS')).toHaveCount(0)
  await admin.search('Provider Name', 'vendor sms')

  await admin.choose('Vendor SMS', 'Edit')
  const update = admin.dialog('Update SMS Configuration')
  await expect(update).not.toContainText('Quiet-Harbour-8')
  await admin.fill(update, { Url: 'https://elsewhere.example.com/send' })
  await update.getByRole('button', { name: /^(Save|Submit)$/ }).click()
  await expect(update.getByRole('alert')).toContainText(
    'The address, or the name under which a secret is sent, has changed. Enter the password and other secrets again, so that they are not sent where they should not be.',
  )
  problems.length = 0
  await update.getByRole('button', { name: 'Replace Token' }).click()
  await expect(update.getByLabel('Token', { exact: true })).toBeFocused()
  await admin.fill(update, { Token: 'Loud-Harbour-9' })
  await admin.save(update, 'SMS Configuration Updated')
})

test('a secret that was typed for one server is never sent to the one that somebody else has chosen meanwhile', async ({
  admin,
  page,
  problems,
}) => {
  const path = '/api/emailNotification'
  const record = {
    ...{ application: 'All', client: 'All', fromMailId: 'two@example.com', status: 'INACTIVE', postNo: 587 },
    ...{ host: 'smtp1.example.com', password: 'Quiet-Harbour-1', userName: 'portal' },
  }
  const { _id } = await admin.call<{ _id: string }>(`${path}/createEmailNotification`, record)
  const update = (changes: object) =>
    admin.call(`${path}/updateEmailNotification`, {
      ...record,
      password: '********',
      ...changes,
      emailNotificationId: _id,
    })
  await admin.open('/dashboard/configurationEmail?field=fromMailId&search=two', 'Email Configuration')
  const form = admin.dialog('Update Email Configuration')
  const question = admin.dialog('Someone else changed this too')
  const replace = async (password: string) => {
    await admin.choose('All · two@example.com', 'Edit')
    await form.getByRole('button', { name: 'Replace Password' }).click()
    await admin.fill(form, { Password: password })
  }
  const save = () => form.getByRole('button', { name: 'Save', exact: true }).click()

  await replace('Loud-Harbour-2')
  await update({ host: 'smtp2.example.com', password: 'Other-Harbour-3' })
  await save()
  const choice = question.getByRole('group', { name: 'Host, Password' })
  await expect(choice.getByText('Secrets are not shown, and may have been changed too.')).toBeVisible()
  await expect(choice.getByRole('radio', { name: 'Mine Host: smtp1.example.com Password: A new one' })).toBeVisible()
  await choice.getByRole('radio', { name: 'Theirs Host: smtp2.example.com Password: Set' }).check()
  await announced(page, 'Email Configuration Updated', () => question.getByRole('button', { name: 'Save' }).click())
  await expect(form).toBeHidden()
  await expect(admin.row('two@example.com')).toContainText('smtp2.example.com')

  // Both have replaced the secret, of which the record shows nothing.
  await replace('Loud-Harbour-4')
  await update({ host: 'smtp2.example.com', password: 'Other-Harbour-5' })
  await save()
  const secret = question.getByRole('group', { name: 'Password', exact: true })
  await secret.getByRole('radio', { name: 'Mine Password: A new one' }).check()
  await announced(page, 'Email Configuration Updated', () => question.getByRole('button', { name: 'Save' }).click())
  await expect(form).toBeHidden()
  await admin.call(`${path}/deleteEmailNotification`, { emailNotificationId: _id })
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  problems.length = 0
})

test('whoever lets a contact decide means the address that stood in the form', async ({ admin, page, problems }) => {
  const [client] = await admin.list<{ _id: string }>('/api/admin/options?kind=clients&search=Acme')
  const record = {
    ...{
      clientId: client?._id,
      pocName: 'Chosen',
      pocEmail: 'chosen@example.com',
      pocAlternateEmail: 'other@example.com',
    },
    ...{ pocAlternateName: 'Q', pocContact: '9876501234', pocAlternateContact: '9876501235' },
  }
  const { _id: pocId } = await admin.call<{ _id: string }>('/api/client/createPoc', record)
  await admin.open('/dashboard/poc?field=pocName&search=Chosen', 'Point of Contact')
  await admin.choose('Chosen', 'Edit')
  const form = admin.dialog('Update POC')
  await admin.control(form, 'Decides about requests for access').check()
  await admin.call('/api/client/updatePoc', { ...record, pocId, pocEmail: 'elsewhere@example.com' })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const question = admin.dialog('Someone else changed this too')
  const choice = question.getByRole('group', { name: 'Email, Alternate Email, Decides about requests for access' })
  await choice.getByRole('radio', { name: /^Theirs/ }).check()
  await announced(page, 'POC Updated', () => question.getByRole('button', { name: 'Save' }).click())
  await expect(admin.row('Chosen')).toContainText('elsewhere@example.com')
  await admin.call('/api/client/deletePoc', { pocId })
  problems.length = 0
})

test('a new secret of an application is shown once, works beside the old one, and each is revoked separately', async ({
  admin,
  page,
}) => {
  const application = await admin.call<{ name: { description: string } }>('/api/application/registerApplication', {
    name: { description: 'Secretive' },
  })
  await admin.open('/dashboard/eaiapplication?search=secretive', 'Applications')
  const dialog = admin.dialog('Secrets - Secretive')
  const make = async (name: string) => {
    await admin.choose(application.name.description, 'Secrets')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create secret' }).click()
    await expect(dialog.getByText('Secret Added')).toBeVisible()
    await expect(dialog.getByRole('code')).toHaveText(/^\S{20,}$/)
    const secret = await dialog.getByRole('code').innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await admin.dialog('Close without copying?').getByRole('button', { name: 'Close anyway' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(secret)).toHaveCount(0)
  }
  await make('Server one')
  await make('Server two')

  await admin.choose('Secretive', 'Secrets')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByText('Two secrets are in use.')).toBeVisible()
  const first = dialog.getByRole('listitem').filter({ hasText: 'Server one' })
  await first.getByRole('button', { name: 'Expire in a week' }).click()
  await expect(first.getByRole('button', { name: 'Keep' })).toBeVisible()
  await first.getByRole('button', { name: 'Revoke' }).click()
  await admin.dialog('Revoke Server one?').getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await admin.choose('Secretive', 'Edit')
  await admin.fill(admin.dialog('Update Application'), { Summary: 'Keeps quiet' })
  await admin.save(admin.dialog('Update Application'), 'Application Updated')
})

test('a secret without a name is refused at its field, and one that was left before it was made is not kept silent', async ({
  admin,
  page,
}) => {
  const { _id } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    name: { description: 'Forgetful' },
  })
  await page.goto(`/dashboard/applications/${_id}/secrets`)
  const main = page.getByRole('main')
  const name = main.getByLabel('Name')
  const create = main.getByRole('button', { name: 'Create secret' })
  await create.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/^Name is required/)
  const unseen = page.getByText('a new one was made after you left, and nobody has seen it')
  const question = admin.dialog('Leave before it is done?')

  await name.fill('From the page')
  const answer = await hold(page, /addSecret/)
  await create.click()
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles')
  await answer()
  await expect(unseen).toBeVisible()
  await page.unroute(/addSecret/)
})

test('a secret that nobody has copied is lost by Back, Forward or a reload only after a question', async ({
  admin,
  page,
}) => {
  const { _id } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    name: { description: 'Reluctant' },
  })
  const places: [string, () => Promise<unknown>][] = [
    [`/dashboard/applications/${_id}/secrets`, async () => undefined],
    ['/dashboard/eaiapplication?search=Reluctant', () => admin.choose('Reluctant', 'Secrets')],
  ]
  for (const [path, open] of places)
    await test.step(path, async () => {
      await page.goto(path)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clans', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clans')
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Clans')
      await open()
      await page.getByLabel('Name', { exact: true }).fill('Kept')
      await page.getByRole('button', { name: 'Create secret' }).click()
      const secret = admin.dialog('Secrets - Reluctant').getByRole('code')
      const question = admin.dialog('Close without copying?')
      await expect(secret).toBeVisible()
      await page.goForward()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(secret).toBeVisible()
      const asked = page.waitForEvent('dialog')
      await page.evaluate(() => void setTimeout(() => location.reload()))
      await (await asked).dismiss()
      await expect(secret).toBeVisible()
      await page.goForward()
      await question.getByRole('button', { name: 'Close anyway' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clans')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
})

test('a secret that nobody has copied does not stay on the screen after the session', async ({
  admin,
  signIn,
  problems,
}) => {
  await admin.call('/api/application/registerApplication', { name: { description: 'Left behind' } })
  const zubin = await admin.employ('Zubin', ['applications:read', 'applications:write'])
  const theirs = await signIn(zubin)
  const { page } = theirs
  await theirs.open('/dashboard/eaiapplication?search=Left+behind', 'Applications')
  await theirs.choose('Left behind', 'Secrets')
  await page.getByLabel('Name', { exact: true }).fill('Left')
  await page.getByRole('button', { name: 'Create secret' }).click()
  await expect(page.getByRole('dialog').getByRole('code')).toBeVisible()
  await admin.call('/api/users/endSessions', { userId: zubin._id })
  // The page looks whether its session still lives.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await arrived(page, /\/login/)
  await expect(page.getByRole('code')).toHaveCount(0)
  problems.length = 0
})
