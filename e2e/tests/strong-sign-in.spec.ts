import { query } from '@gatehouse/server/test/processes.ts'
import { codeAt } from '@gatehouse/server/test/totp-code.ts'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { anAuthenticator } from '../authenticator.ts'
import { expect, test } from '../console.ts'
import { assign, startOwnApplication } from '../own-application.ts'
import { Portal } from '../portal.ts'

test('the permissions of a role that needs an authenticator app are there once the app was added or used', async ({
  admin,
  browser,
  product,
}) => {
  const { email, password } = await admin.employ('Sturdy', ['users:read'])
  const role = 'select role_id from users where email = $1'
  await query(product.dataDir, `update roles set needs_strong_sign_in = true where id = (${role})`, [email])
  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  const vault = await startOwnApplication()
  await assign(admin, { email }, 'Vault', `${vault.origin}/sso`, {})
  await assign(admin, { email }, 'Ledger', 'https://ledger.example.com/sso', {})
  await page.goto('/login')
  await portal.signIn(email, password)

  const menu = page.getByRole('navigation', { name: 'Main' })
  const notice = page.getByRole('status').filter({ hasText: 'The permissions of your role need a sign-in with' })
  await expect(notice).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await page.goto('/dashboard/user')
  await expect(page.getByText('This page needs a permission that you do not have in this session.')).toBeVisible()
  await expectAccessible(page, 'a page without its permission in a weak session')
  await notice.getByRole('link', { name: 'Sign-in methods' }).click()
  const section = page.getByRole('region', { name: 'Permissions of your role' })
  await expect(section).toContainText('Add one of them here, and you have your permissions at once.')

  // Its applications do not open either: the tile leads to where one is added, and the application then opens.
  const tile = page.getByRole('button', { name: 'Vault' })
  const application = page.getByRole('heading', { name: 'An application' })
  await page.goto('/dashboard/app')
  await expect(tile).toContainText('Needs a passkey or an authenticator app')
  await tile.click()
  const missing = page.getByRole('alert').filter({ hasText: 'You have neither yet.' })
  await expect(missing).toBeVisible()
  await expectAccessible(page, 'a tile that needs a factor')
  await missing.getByRole('link', { name: 'Add one and open Vault' }).click()
  const opening = page.getByRole('region', { name: 'To open the application' })
  await expect(opening).toContainText('Add one of them here, and the application opens.')
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const secret = (await adding.locator('code').innerText()).replaceAll(' ', '')
  await adding.getByLabel('Enter the code that the app shows now').fill(codeAt(secret, Date.now()))
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(application).toBeVisible()
  await page.goto('/dashboard/signInMethods')
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(section).toHaveCount(0)

  // The mailbox is not enough the next time; the app is, without signing in from the start.
  await page.getByRole('button', { name: /^Account: Sturdy/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/logout**')
  await page.goto('/login')
  await portal.enterPassword(email, password)
  const mailed = await portal.lastCode(email)
  await page.getByRole('button', { name: 'Send a code by email' }).click()
  await page.getByLabel('One-time code').fill(await portal.code(email, mailed))
  await arrived(page, '**/dashboard/**')
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await page.goto(`/appAuth?RedirectUrl=${encodeURIComponent(vault.origin)}`)
  await expect(page.getByRole('region', { name: 'Authenticator apps' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'sign-in methods of a weak session')
  await opening.getByRole('button', { name: 'Confirm with a passkey or app' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirming.getByLabel('Password', { exact: true }).fill(password)
  await confirming.getByRole('button', { name: 'Continue' }).click()
  await query(product.dataDir, 'update authenticators set last_step = last_step - 10')
  await confirming.getByLabel('One-time code').fill(codeAt(secret, Date.now()))
  await expect(application).toBeVisible()

  // From its tile it opens in a tab of its own, after the same confirmation.
  await query(
    product.dataDir,
    'update sessions set is_strong = false where user_id = (select id from users where email = $1)',
    [email],
  )
  await page.goto('/dashboard/app')
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await tile.click()
  await expect(confirming).toContainText('A code by email is not enough.')
  await expectAccessible(page, 'a confirmation before an application')
  await confirming.getByLabel('Password', { exact: true }).fill(password)
  await confirming.getByRole('button', { name: 'Continue' }).click()
  await query(product.dataDir, 'update authenticators set last_step = last_step - 10')
  const opened = page.context().waitForEvent('page')
  await confirming.getByLabel('One-time code').fill(codeAt(secret, Date.now()))
  await expect((await opened).getByRole('heading', { name: 'An application' })).toBeVisible()
  await expect(tile).not.toContainText('Needs a passkey')
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()

  // Where only a passkey counts, the app is not enough: the tile leads to where one is added, and the application then opens.
  await query(
    product.dataDir,
    "update applications set needs_strong_sign_in = true, needs_passkey = true where name = 'Vault'",
  )
  await anAuthenticator(page.context(), page)
  await page.reload()
  await expect(tile).toContainText('Needs a passkey')
  await tile.click()
  await expect(page.getByRole('alert')).toContainText('needs a sign-in with a passkey, and you have none yet.')
  await expectAccessible(page, 'a tile that needs a passkey')
  await page.getByRole('link', { name: 'Add one and open Vault' }).click()
  await expect(opening).toContainText('An authenticator app is not enough.')
  await expectAccessible(page, 'sign-in methods where a passkey is needed')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(application).toBeVisible()

  // With an app alone it asks for the passkey again, offers nothing else, and can be left.
  await query(
    product.dataDir,
    "update sessions set factor = 'app' where user_id = (select id from users where email = $1)",
    [email],
  )
  await page.goto('/dashboard/app')
  await tile.click()
  await expect(confirming).toContainText('Use a passkey. A password with a code is not enough.')
  await expect(confirming.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'a confirmation with a passkey alone')
  await confirming.getByRole('button', { name: 'Not now' }).click()
  await expect(confirming).toHaveCount(0)
  await tile.click()
  const openedByPasskey = page.context().waitForEvent('page')
  await confirming.getByRole('button', { name: 'Use a passkey' }).click()
  await expect((await openedByPasskey).getByRole('heading', { name: 'An application' })).toBeVisible()
  await page.close()
  await vault.close()
})
