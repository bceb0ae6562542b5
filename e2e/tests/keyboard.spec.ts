import { query } from '@gatehouse/server/test/processes.ts'
import { arrived } from '../arrived.ts'
import { anAuthenticator } from '../authenticator.ts'
import { press, tabTo, type } from '../keyboard.ts'
import { expect, Portal, test } from '../portal.ts'

const NEW_PASSWORD = 'Falcon#River77*Stone'

test('a visitor and a person do everything by the keyboard alone, and each stop shows where it is', async ({
  browser,
  context,
  page,
  portal,
  product,
}) => {
  const nila = portal.newcomer()
  const authenticator = await anAuthenticator(context, page)
  // The field for the name would use a passkey as soon as somebody touches the authenticator.
  await authenticator.setPresent(false)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  // Register and prove the address.
  await page.goto('/login')
  await press(page, link('Register'))
  await expect(page).toHaveTitle(/^Register/)
  await type(page, page.getByLabel('First name'), nila.firstName)
  await type(page, page.getByLabel('Last name'), nila.lastName)
  await type(page, page.getByLabel('Email'), nila.email)
  await type(page, page.getByLabel('Contact Number'), nila.phoneNumber)
  await type(page, page.getByLabel('Password', { exact: true }), nila.password)
  await press(page, button('Register'))
  await arrived(page, '**/verifyemail')
  await type(page, page.getByLabel('OTP'), await portal.code(nila.email))
  await arrived(page, '**/login')
  await query(
    product.dataDir,
    `insert into assignments (id, user_id, application_id, client_id, role)
      select gen_random_uuid(), n.id, a.application_id, a.client_id, a.role
      from assignments a join users m on m.id = a.user_id, users n where m.email like 'meera%' and n.email = $1`,
    [nila.email],
  )

  // Sign in with password and code.
  const before = await portal.lastCode(nila.email)
  await expect(page.getByLabel('Email, user ID or phone number')).toHaveValue(nila.email)
  await type(page, page.getByLabel('Password', { exact: true }), nila.password)
  await page.keyboard.press('Enter')
  await type(page, page.getByLabel('One-time code'), await portal.code(nila.email, before))
  await arrived(page, '**/dashboard/app')

  // A tile, and the client to open it for.
  await press(page, button(/^Roadside Desk/))
  const dialog = page.getByRole('dialog', { name: 'SSO' })
  const clients = dialog.getByLabel('Clients')
  await tabTo(page, clients)
  await page.keyboard.press('End')
  const chosen = await clients.locator('option:checked').textContent()
  const opening = context.waitForEvent('page')
  await press(page, dialog.getByRole('button', { name: 'Submit' }))
  const application = await opening
  const [client, role] = (chosen ?? '').split(' · ')
  await expect(application.getByText(`Signed in as Nila Menon for ${client} as ${role}`)).toBeVisible()
  await application.close()

  // A passkey.
  await press(page, link('Sign-in methods'))
  await tabTo(page, button('Add a passkey'))
  await authenticator.setPresent(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey Added')).toBeVisible()
  await authenticator.setPresent(false)

  // The sessions.
  const elsewhere = new Portal(await (await browser.newContext({ baseURL: product.baseURL })).newPage(), product)
  await elsewhere.openSession({ email: nila.email, password: nila.password })
  await press(page, link('My applications and sessions'))
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await press(page, sessions.getByRole('button', { name: 'End all others' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'End all others' }))
  await expect(page.getByText('Sessions Ended')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await elsewhere.page.context().close()

  // The password, after which everybody signs in again: by the passkey. Then out.
  await press(page, link('Change Password'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change Password')
  await type(page, page.getByLabel('Current Password'), nila.password)
  await type(page, page.getByLabel('New Password', { exact: true }), NEW_PASSWORD)
  await type(page, page.getByLabel('Confirm New Password'), NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await arrived(page, '**/login')
  await tabTo(page, button('Sign in with a passkey'))
  await authenticator.setPresent(true)
  await page.keyboard.press('Enter')
  await arrived(page, '**/dashboard/**')
  await press(page, button('Logout'))
  await arrived(page, '**/login**')
})
