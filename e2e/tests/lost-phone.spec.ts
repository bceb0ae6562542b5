import { query } from '@gatehouse/server/test/processes.ts'
import { codeAt } from '@gatehouse/server/test/totp-code.ts'
import type { Browser, Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { addPasskey, anAuthenticator, pressPasskeyButton } from '../authenticator.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'
import type { Product } from '../product.ts'

const NEW_PASSWORD = 'Heron#Quartz58*Veil'

type Known = { email: string; password: string }

const aBrowser = async (browser: Browser, product: Product) => {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  return { context, portal, page: portal.page }
}

/** A phone with a passkey and an authenticator app, and the recovery codes that were made after both. */
async function aPhone(browser: Browser, product: Product, person: Known) {
  const { context, portal, page } = await aBrowser(browser, product)
  const authenticator = await anAuthenticator(context, page)
  await portal.enter(person)
  await addPasskey(page)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const secret = (await adding.locator('code').innerText()).replaceAll(' ', '')
  await adding.getByLabel('Enter the code that the app shows now').fill(codeAt(secret, Date.now()))
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Authenticator App Added')).toBeVisible()
  // A code is accepted once, and nobody waits for the next one here.
  await query(product.dataDir, 'update authenticators set last_step = last_step - 10')
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const [code = ''] = await shown.getByRole('listitem').allInnerTexts()
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  return { context, page, authenticator, appCode: () => codeAt(secret, Date.now()), code }
}

/** Whoever has the phone is signed out of it, and its passkey signs in no more. */
async function expectPhoneRefused({ page, authenticator }: Awaited<ReturnType<typeof aPhone>>) {
  await authenticator.setPresent(false)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await authenticator.setPresent(true)
  await pressPasskeyButton(page)
  await expect(page.getByText('This passkey is not registered here any more.')).toBeVisible()
  await authenticator.setPresent(false)
}

/** The page asks for a code by email, as of somebody without an app: the code of the lost app is none. */
async function expectAppRefused(portal: Portal, { email, password }: Known, appCode: string) {
  const before = await portal.lastCode(email)
  await portal.enterPassword(email, password)
  await expect(portal.page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const field = portal.page.getByLabel('One-time code')
  const code = await portal.code(email, before)
  if (code !== appCode) {
    await field.fill(appCode)
    await expect(portal.page.getByRole('alert')).toContainText('Invalid OTP')
  }
  await field.fill(code)
  await arrived(portal.page, '**/dashboard/**')
}

async function expectNoFactors(page: Page) {
  await page.goto('/dashboard/signInMethods')
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('You have no passkey yet.')
  await expect(page.getByRole('region', { name: 'Authenticator apps' })).toContainText('You have no authenticator app')
}

test('who has lost the phone comes back with a recovery code, and removes what was on it', async ({
  admin,
  browser,
  product,
}) => {
  test.setTimeout(120_000)
  const person = await admin.employ('Vasudha', [])
  const phone = await aPhone(browser, product, person)
  const { context, portal, page } = await aBrowser(browser, product)

  await page.goto('/login')
  await portal.enterPassword(person.email, person.password)
  await expect(page.getByRole('heading', { name: 'Enter the code from your app' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(phone.code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await arrived(page, '**/dashboard/**')
  await page.goto('/dashboard/signInMethods')
  for (const [region, others, done] of [
    ['Passkeys', 1, 'Passkey Removed. Sessions ended: 1'],
    ['Authenticator apps', 0, 'Authenticator App Removed'],
  ] as const) {
    await page
      .getByRole('region', { name: region })
      .getByRole('button', { name: /^Remove the / })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel(`End all my other sessions (${others})`)).toBeChecked()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(done)).toBeVisible()
  }
  await expectNoFactors(page)
  // Whoever has the phone was signed out of it with the passkey.
  await page.goto('/dashboard/sessions')
  await expect(page.getByText('This browser')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)

  await page.goto('/dashboard/app')
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await expectAppRefused(portal, person, phone.appCode())
  await expectPhoneRefused(phone)
  await Promise.all([phone.context.close(), context.close()])
})

test('who has lost the phone and the codes comes back by an administrator, after the waiting time', async ({
  admin,
  browser,
  product,
}) => {
  test.setTimeout(120_000)
  const person = await admin.employ('Lipika', [])
  const phone = await aPhone(browser, product, person)
  const { context, portal, page } = await aBrowser(browser, product)

  const [row] = await admin.list<{ _id: string }>(`/api/admin/options?kind=people&search=${person.email}`)
  await admin.page.goto(`/dashboard/users/${row?._id}/signInMethods`)
  await admin.page.getByRole('button', { name: 'Recover the account' }).click()
  const form = admin.dialog('Recover this account?')
  const email = `back-${person.email}`
  await admin.fill(form, { 'New email address': email, Reason: 'Spoke with them at the office' })
  await form.getByRole('button', { name: 'Start the recovery' }).click()
  await expect(admin.page.getByText('Waiting time runs')).toBeVisible()
  // Until the waiting time is over there is no link, and the phone still works: its owner may have it after all.
  const links = () =>
    query(product.dataDir, `select 1 from messages where notice = 'recovery-link' and recipient = $1`, [email])
  expect(await links()).toEqual([])
  await phone.page.reload()
  await expect(phone.page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)

  await query(
    product.dataDir,
    `update account_recoveries set ready_at = now() where state = 'waiting' and new_email = $1`,
    [email],
  )
  await page.goto(await portal.message(email, /(\/recover\/\S+)/))
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Create New Password' }).click()
  await page.getByRole('button', { name: 'Continue now' }).click()
  await arrived(page, '**/login**')
  await expectAppRefused(portal, { email, password: NEW_PASSWORD }, phone.appCode())
  await expectNoFactors(page)

  // The session on the phone has ended, and neither its passkey nor the former password signs in.
  await expectPhoneRefused(phone)
  await phone.page.goto('/login')
  await new Portal(phone.page, product).enterPassword(email, person.password)
  await expect(phone.page.getByRole('alert').filter({ hasText: 'That combination is not right.' })).toBeVisible()
  await Promise.all([phone.context.close(), context.close()])
})
