import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../console.ts'

test('an application is set up for OpenID Connect, with what is wrong said at its field', async ({ admin }) => {
  await admin.open('/dashboard/eaiapplication', 'Applications')
  await admin.choose('Vendor Portal', 'Edit')
  const dialog = admin.dialog('Update Application')
  const addresses = dialog.getByLabel('Redirect addresses')
  await addresses.fill('https://vendor.example.com/callback\nhttp://vendor.example.com/callback')
  // What does not concern it is not asked.
  await expect(dialog.getByLabel('Public keys')).toHaveCount(0)
  await dialog.getByLabel('How it proves itself').selectOption('private_key_jwt')
  await dialog.getByLabel('Requires PKCE').uncheck()
  await expect(dialog.getByRole('alert')).toContainText('Without PKCE')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(addresses).toHaveAccessibleDescription(
    /http:\/\/vendor.example.com\/callback: Enter an address that begins/,
  )
  await expect(dialog.getByLabel('Public keys')).toHaveAccessibleDescription(/Enter the public keys/)

  await addresses.fill('https://vendor.example.com/callback')
  await dialog.getByLabel('How it proves itself').selectOption('client_secret_basic')
  await expect(dialog.getByLabel('Public keys')).toHaveCount(0)
  await dialog.getByLabel('How people are handed over').selectOption({ value: 'oidc' })
  await expect(dialog.getByLabel('What is told about them')).toHaveCount(0)
  await dialog.getByLabel('How people are handed over').selectOption({ value: 'query' })
  await expect(dialog.getByLabel('What is told about them')).toBeVisible()
  await dialog.getByLabel('Requires PKCE').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Application Updated')).toBeVisible()
})

test('an integration is tested: what would happen, why it would fail, and what to copy', async ({ admin, page }) => {
  await admin.open('/dashboard/eaiapplication', 'Applications')
  await admin.choose('Roadside Desk', 'Test this integration')
  const dialog = admin.dialog('Test this integration - Roadside Desk')
  await dialog.getByText(/^\d+ checks passed$/).click()
  await expect(dialog.getByText('The redirect address is registered, letter by letter.')).toBeVisible()
  await expectAccessible(page, 'test of an integration')

  const address = await dialog.getByLabel('Redirect address').inputValue()
  await dialog.getByLabel('Redirect address').fill(`${address}/`)
  await dialog.getByLabel('PKCE').selectOption('Without')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  const findings = dialog.getByRole('listitem')
  await expect(findings.getByText(`The nearest that is: ${address}`)).toBeInViewport()
  await expect(dialog.getByText('PKCE is required, and the request brings no challenge.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('invalid_redirect_uri')
  await expect(dialog.getByRole('alert')).toContainText(`The nearest that is: ${address}`)

  await dialog.getByText('More parameters').click()
  await dialog.getByLabel('Age of the sign-in').fill('0')
  await dialog.getByLabel('Claims').fill('{"userinfo":{"shoe_size":null}}')
  await dialog.getByLabel('Response mode').selectOption('form_post')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(dialog.getByText('Asked for by name, and passed over: shoe_size')).toBeVisible()
  await expect(dialog.getByText('the last time is longer ago than max_age allows')).toBeVisible()
  await expectAccessible(page, 'test of an integration with more parameters')

  await dialog.getByRole('tab', { name: 'Settings to copy' }).click()
  await expect(dialog.getByText('response_mode=form_post')).toBeVisible()
  await expect(dialog.getByText('/.well-known/openid-configuration')).toBeVisible()
  await expect(dialog.getByText(/^curl /)).toBeVisible()
})

test('registration by oneself is opened for a client and closed again', async ({ admin }) => {
  await admin.open('/dashboard/eaiapplication', 'Applications')
  await admin.choose('Tow Tracker', 'Self-registration')
  const dialog = admin.dialog('Self-registration - Tow Tracker')
  await admin.fill(dialog, { Client: 'Acme Insurance' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Registration Opened')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Acme Insurance' }).click()
  await expect(dialog.getByText('Registration Closed')).toBeVisible()
})
