import type { Locator } from '@playwright/test'
import { expect, test } from '../console.ts'
import { assignTo, startOwnApplication } from '../own-application.ts'

/** The fields of the preview, as one line. */
const requestOf = async (form: Locator) => {
  const preview = form.getByRole('region', { name: 'Preview of the launch request' })
  const [line = '', ...rest] = (await preview.getByRole('region', { name: 'Request' }).innerText())
    .replaceAll('\n&', '&')
    .split('\n')
    .filter((part) => part !== '')
  const [method = '', url = ''] = line.split(' ')
  return { method, url, headers: rest.slice(0, -1), body: rest.at(-1) ?? '' }
}

for (const mode of ['In the address', 'In a posted form (form_post)']) {
  test(`an application receives exactly what the preview shows: ${mode}`, async ({ admin, signIn }) => {
    const name = `Takes ${mode.length} Fields`
    const live = await startOwnApplication()
    await admin.open('/dashboard/eaiapplication', 'Applications')
    const form = await admin.openNew('New Application', 'New Application')
    const preview = form.getByRole('region', { name: 'Preview of the launch request' })
    await admin.fill(form, { Description: name, 'Launch method': mode })
    await expect(preview).toContainText('Enter the Redirect URL.')
    await admin.fill(form, { 'Redirect URL': `${live.origin}/in?tenant=7`, 'Allowed URL': live.origin })
    await expect(preview).toContainText(`/in?tenant=7`)
    // The sign-in that the form asks for, before it is saved.
    const isAsked = preview.getByText(/^Before it opens, the portal asks for a passkey or an authenticator app/)
    const strong = form.getByRole('switch', { name: 'Needs a passkey or an authenticator app' })
    for (const count of [1, 0]) {
      await strong.click()
      await expect(isAsked).toHaveCount(count)
    }

    await form.getByText('The standard fields with their standard names').click()
    await form.getByRole('textbox', { name: 'Name for userName' }).fill('login')
    // Names that shadow properties of a form element.
    await form.getByRole('textbox', { name: 'Name for lastName' }).fill('submit')
    await form.getByRole('checkbox', { name: 'phoneNumber' }).uncheck()
    await form.getByRole('button', { name: 'Add constant' }).click()
    await expect(form.getByRole('textbox', { name: 'Name of the constant' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Name of the constant' }).fill('source')
    await form.getByRole('textbox', { name: 'Value of source' }).fill('portal & हिन्दी')
    const up = form.getByRole('button', { name: 'Move source up' })
    for (let place = 17; place > 1; place--) await up.press('Enter')
    // At the end of the list the other button gets the focus, so that the keyboard never loses it.
    await expect(form.getByRole('button', { name: 'Move source down' })).toBeFocused()
    await expect(form.locator('.launch-fields summary')).toHaveText(
      'source = portal & हिन्दी, userName → login, lastName → submit, phoneNumber: not sent',
    )
    await expect(preview).toContainText('login=')
    await expect(preview).not.toContainText('phoneNumber=')
    await expect(preview).toContainText('Client and role are examples.')
    await admin.save(form, 'Application Created')

    // If the application is assigned to the administrator, the preview shows the real client and role.
    const applications = await admin.list<{ _id: string; name: { description: string } }>(
      '/api/application/getAllApplication',
    )
    const id = applications.find((one) => one.name.description === name)?._id ?? ''
    const person = await admin.employ(`Kiran${mode.length}`, ['applications:read', 'applications:write', 'users:read'])
    await assignTo(admin, person, id)
    const theirs = await signIn(person)
    await theirs.open(`/dashboard/eaiapplication?field=description&search=${name}`, 'Applications')
    await theirs.choose(name, 'Edit')
    const edit = theirs.dialog('Update Application')
    await expect(edit.getByRole('region', { name: 'Preview of the launch request' })).toContainText('LAUNCH_TOKEN')
    const said = await requestOf(edit)
    await expect(edit.getByText('Client and role are examples.')).toBeHidden()
    await edit.getByRole('button', { name: 'Cancel' }).click()

    await theirs.choose(name, 'Test this integration')
    const tested = theirs.dialog(`Test this integration - ${name}`)
    await tested.getByRole('tab', { name: 'Launch request' }).click()
    await expect(tested.getByRole('region', { name: 'Request' })).toContainText(said.url.split('?')[0] ?? '')
    expect((await tested.getByRole('region', { name: 'Request' }).innerText()).replaceAll('\n&', '&')).toContain(
      said.method === 'GET' ? said.url : said.body,
    )
    await tested.getByRole('button', { name: 'Close' }).click()

    await theirs.page.goto('/dashboard/app')
    const opening = theirs.page.context().waitForEvent('page')
    await theirs.page.getByRole('button', { name }).click()
    await expect((await opening).getByRole('heading', { name: 'An application' })).toBeVisible()
    const [received] = live.received.filter(({ target }) => target.startsWith('/in'))
    const isQuery = said.method === 'GET'
    const sent = isQuery ? (received?.target ?? '') : (received?.body ?? '')
    const token = /elt_[\w-]+/.exec(sent)?.[0] ?? ''
    expect(received).toEqual({
      method: said.method,
      target: said.url.slice(live.origin.length).replaceAll('LAUNCH_TOKEN', token),
      contentType: isQuery ? null : said.headers.join().replace('content-type: ', ''),
      body: isQuery ? '' : said.body.replaceAll('LAUNCH_TOKEN', token),
    })
    expect(new URLSearchParams(sent.split('?').at(-1)).get('source')).toBe('portal & हिन्दी')
    await live.close()
  })
}

test('an invalid launch field is refused at its place, and the history shows the change', async ({ admin }) => {
  await admin.call('/api/application/registerApplication', {
    name: { description: 'Wants Other Fields' },
    applicationRedirectUrl: 'https://fields.example.com/in',
    applicationAllowedUrl: 'https://fields.example.com',
  })
  await admin.open('/dashboard/eaiapplication?field=description&search=Wants Other', 'Applications')
  await admin.choose('Wants Other Fields', 'Edit')
  const form = admin.dialog('Update Application')
  await form.getByText('The standard fields with their standard names').click()
  const email = form.getByRole('textbox', { name: 'Name for email' })
  await email.fill('username')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Another field already uses this name')
  await expect(form.getByText('Correct the launch fields to see the request.')).toBeVisible()
  await email.fill('mail')
  await form.getByRole('checkbox', { name: 'oAuthtoken' }).uncheck()
  await form.getByRole('checkbox', { name: 'token', exact: true }).uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(
    form.getByText('Include oAuthtoken or token. Without the launch token, nobody is signed in'),
  ).toBeVisible()
  await form.getByRole('checkbox', { name: 'token', exact: true }).check()
  await admin.fill(form, { 'Identity in the launch request': 'Minimal: only the ids of the person and the client' })
  await expect(form.getByText('Not part of these details')).toHaveCount(8)
  await admin.save(form, 'Application Updated')

  await admin.choose('Wants Other Fields', 'History')
  const history = admin.dialog('History - Wants Other Fields')
  await expect(history).toContainText('The standard fields with their standard names')
  await expect(history).toContainText('oAuthtoken: not sent, email → mail')
  await history.getByRole('button', { name: 'Close' }).click()

  await admin.choose('Wants Other Fields', 'Edit')
  await form.getByText('oAuthtoken: not sent, email → mail').click()
  await form.getByRole('button', { name: 'Back to the standard fields' }).click()
  await expect(form.locator('.launch-fields summary')).toHaveText('The standard fields with their standard names')
  await admin.save(form, 'Application Updated')
})
