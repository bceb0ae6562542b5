import { expectAccessible } from '../accessible.ts'
import { announced } from '../announced.ts'
import { expect, test } from '../console.ts'

test('an application is set up for OpenID Connect, with errors at their fields', async ({ admin }) => {
  await admin.open('/dashboard/eaiapplication?field=description&search=Vendor Portal', 'Applications')
  await admin.choose('Vendor Portal', 'Edit')
  const dialog = admin.dialog('Update Application')
  const sections = dialog.getByRole('navigation', { name: 'Sections' }).getByRole('button')
  await expect(sections).toHaveText(['Application', 'Needed sign-in', 'Launch', 'Sign-in (OpenID Connect)', 'Logout'])
  await sections.last().click()
  await expect(dialog.getByRole('heading', { name: 'Logout', exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Post-logout redirect URIs')).toBeInViewport()
  const addresses = dialog.getByLabel('Redirect URIs', { exact: true })
  await addresses.fill('https://vendor.example.com/callback\nhttp://vendor.example.com/callback')
  // Fields that do not apply are hidden.
  await expect(dialog.getByLabel('Public keys (JWKS)')).toHaveCount(0)
  await dialog.getByLabel('Client authentication method').selectOption('private_key_jwt')
  await dialog.getByLabel('Require PKCE').uncheck()
  await expect(dialog.getByRole('alert')).toContainText('Without PKCE')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(addresses).toHaveAccessibleDescription(
    /http:\/\/vendor.example.com\/callback: Enter an address that begins/,
  )
  await expect(dialog.getByLabel('Public keys (JWKS)')).toHaveAccessibleDescription(/Enter the public keys/)

  await addresses.fill('https://vendor.example.com/callback')
  await dialog.getByLabel('Client authentication method').selectOption('client_secret_basic')
  await expect(dialog.getByLabel('Public keys (JWKS)')).toHaveCount(0)
  await dialog.getByLabel('Launch method').selectOption({ value: 'oidc' })
  await expect(dialog.getByLabel('Identity in the launch request')).toHaveCount(0)
  await dialog.getByLabel('Launch method').selectOption({ value: 'query' })
  await expect(dialog.getByLabel('Identity in the launch request')).toBeVisible()
  await dialog.getByLabel('Require PKCE').check()
  await announced(admin.page, 'Application Updated', () => dialog.getByRole('button', { name: 'Save' }).click())
})

test('an integration is tested with a dry run: its result, the reason of a failure, and values to copy', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/eaiapplication?field=description&search=Roadside Desk', 'Applications')
  await admin.choose('Roadside Desk', 'Test this integration')
  const dialog = admin.dialog('Test this integration - Roadside Desk')
  await dialog.getByText(/^\d+ checks passed$/).click()
  await expect(dialog.getByText('The redirect address exactly matches a registered one.')).toBeVisible()
  await expectAccessible(page, 'test of an integration')

  const address = await dialog.getByLabel('Redirect address').inputValue()
  await dialog.getByLabel('Redirect address').fill(`${address}/`)
  await dialog.getByLabel('PKCE').selectOption('None')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  const findings = dialog.getByRole('listitem')
  await expect(findings.getByText(`The closest registered one: ${address}`)).toBeInViewport()
  await expect(dialog.getByText('PKCE is required, but the request has no challenge.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('invalid_redirect_uri')
  await expect(dialog.getByRole('alert')).toContainText(`The closest registered one: ${address}`)

  await dialog.getByText('More parameters').click()
  await dialog.getByLabel('Sign-in age').fill('0')
  await dialog.getByLabel('Claims').fill('{"userinfo":{"shoe_size":null}}')
  await dialog.getByLabel('Response mode').selectOption('form_post')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(dialog.getByText('Requested by name and ignored: shoe_size')).toBeVisible()
  await expect(dialog.getByText('the last sign-in is older than max_age allows')).toBeVisible()
  await expectAccessible(page, 'test of an integration with more parameters')

  await dialog.getByRole('tab', { name: 'Settings to copy' }).click()
  await expect(dialog.getByText('response_mode=form_post')).toBeVisible()
  await expect(dialog.getByText('/.well-known/openid-configuration')).toBeVisible()
  await expect(dialog.getByText(/^curl /)).toBeVisible()
})

test('self-registration is opened for a client and closed again', async ({ admin }) => {
  await admin.open('/dashboard/eaiapplication?search=tow', 'Applications')
  await admin.choose('Tow Tracker', 'Self-registration')
  const dialog = admin.dialog('Self-registration - Tow Tracker')
  await admin.fill(dialog, { Client: 'Acme Insurance' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Registration Opened')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Acme Insurance' }).click()
  await expect(dialog.getByText('Registration Closed')).toBeVisible()
})
