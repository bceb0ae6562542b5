import { query } from '@gatehouse/server/test/processes.ts'
import { codeAt } from '@gatehouse/server/test/totp-code.ts'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../portal.ts'

test('a person adds an authenticator app, signs in and confirms with its codes, asks for one by email, and removes it', async ({
  page,
  portal,
  product,
}) => {
  const { email, password } = portal.person('meera')
  // A code is accepted once, and nobody waits for the next one here.
  const forgetUse = () => query(product.dataDir, 'update authenticators set last_step = last_step - 10')
  await portal.enterAs('meera', '/dashboard/signInMethods')
  const apps = page.getByRole('region', { name: 'Authenticator apps' })
  await expect(apps).toContainText('You have no authenticator app yet.')
  const codes = page.getByRole('region', { name: 'Recovery codes' })
  await codes.getByRole('button', { name: 'Make recovery codes' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(codes).toContainText('10 of 10 codes are left.')
  await expect(codes.getByRole('alert')).toHaveCount(0)
  await apps.getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(adding.getByRole('img', { name: 'QR code with the key of your account' })).toBeVisible()
  const secret = (await adding.locator('code').innerText()).replaceAll(' ', '')
  expect(await adding.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')).toContain(secret)
  const code = () => codeAt(secret, Date.now())
  const first = code()
  const field = adding.getByLabel('Enter the code that the app shows now')
  await field.fill(first === '000000' ? '000001' : '000000')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByRole('alert')).toContainText('This code is not right')
  await adding.getByLabel('Name').fill('My phone')
  await field.fill(first)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Authenticator App Added')).toBeVisible()
  await expect(apps.getByRole('listitem')).toContainText('My phone')
  await forgetUse()

  // The codes were made without the app; new ones take its place.
  await expect(codes.getByRole('alert')).toContainText('made without your passkey or app')
  await expectAccessible(page, 'recovery codes that were made without the app')
  await codes.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(codes.getByRole('alert')).toHaveCount(0)
  await codes.getByRole('button', { name: 'Remove the codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(codes).toContainText('You have no recovery codes.')

  // Nothing is mailed; the page asks for the code of the app, after a reload too.
  const mailed = await portal.lastCode(email)
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await portal.enterPassword(email, password)
  await expect(page.getByRole('heading', { name: 'Enter the code from your app' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Enter the code from your app' })).toBeVisible()
  await expectAccessible(page, 'the code of an authenticator app')
  const used = code()
  await page.getByLabel('One-time code').fill(used)
  await arrived(page, '**/dashboard/**')
  expect(await portal.lastCode(email)).toBe(mailed)

  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await portal.enterPassword(email, password)
  // The code of the sign-in before is refused, whatever the app shows by now.
  await page.getByLabel('One-time code').fill(used)
  await expect(page.getByRole('alert')).toContainText('This code is not right, or was used already.')
  await page.getByRole('button', { name: 'Send a code by email' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('button', { name: 'Use your authenticator app' }).click()
  await page.getByRole('button', { name: 'Use the code from the email' }).click()
  await page.getByLabel('One-time code').fill(await portal.code(email, mailed))
  await arrived(page, '**/dashboard/**')

  await forgetUse()
  await query(
    product.dataDir,
    `update sessions set authenticated_at = authenticated_at - interval '11 minutes'
      where user_id = (select id from users where email = $1)`,
    [email],
  )
  await page.goto('/dashboard/signInMethods')
  await apps.getByRole('button', { name: 'Remove the authenticator app My phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirming.getByLabel('Password', { exact: true }).fill(password)
  await confirming.getByRole('button', { name: 'Continue' }).click()
  await confirming.getByLabel('One-time code').fill(code())
  await expect(page.getByText('Authenticator App Removed')).toBeVisible()
  await expect(apps.getByRole('listitem')).toHaveCount(0)
})
