import { codeAt } from '@gatehouse/server/test/totp-code.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { press, type } from '../keyboard.ts'
import { Portal } from '../portal.ts'
import { aRequestable } from '../requestable.ts'

const PASSWORD = 'Falcon#River77*Stone'

test('an invited person adds an app and recovery codes, asks for access that is granted, and locks the account, all by the keyboard', async ({
  admin,
  browser,
  product,
}) => {
  const url = `${product.baseURL}/login`
  await aRequestable(admin, { name: 'Reachable', client: 'Reaching Ltd', role: 'Counter', url })
  const email = `ira.${Date.now()}@example.com`
  await admin.call('/api/admin/invitations/invite', { emails: [email] })
  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  // Accept the invitation, and sign in.
  await page.goto(await portal.message(email, /http:\S+\/invitation\/\S+/))
  await type(page, page.getByLabel('First name'), 'Ira')
  await type(page, page.getByLabel('Last name'), 'Menon')
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await press(page, button('Create account'))
  await press(page, button('Continue now'))
  // The name is filled in.
  await expect(page.getByLabel('Email, user ID or phone number')).toHaveValue(email)
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await type(page, page.getByLabel('One-time code'), await portal.code(email))
  await arrived(page, '**/dashboard/app')

  // An authenticator app, and recovery codes.
  await press(page, link('Sign-in methods'))
  await press(page, button('Add an authenticator app'))
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const secret = (await adding.locator('code').innerText()).replaceAll(' ', '')
  await type(page, adding.getByLabel('Enter the code that the app shows now'), codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Authenticator App Added')).toBeVisible()
  await press(page, button('Make recovery codes'))
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const [code = ''] = await shown.getByRole('listitem').allInnerTexts()
  await press(page, shown.getByRole('button', { name: 'I have saved them' }))
  await expect(page.getByText('10 of 10 codes are left.')).toBeVisible()

  // Sign in with one of them.
  await press(page, button('Logout'))
  await arrived(page, '**/login**')
  await type(page, page.getByLabel('Email, user ID or phone number'), email)
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await press(page, button('Use a recovery code'))
  await type(page, page.getByLabel('Recovery code'), code)
  await page.keyboard.press('Enter')
  await arrived(page, '**/dashboard/**')

  // Ask for an application; an administrator grants it.
  await press(page, link('Ask for access'))
  await press(page, button('Ask for access to Reachable'))
  const asking = page.getByRole('dialog', { name: 'Ask for access to Reachable' })
  await type(page, asking.getByLabel('What do you need it for?'), 'The yearly count')
  await press(page, asking.getByRole('button', { name: 'Send the request' }))
  await expect(page.getByRole('region', { name: 'Your requests' })).toContainText('The yearly count')
  await admin.page.goto('/dashboard/accessRequests')
  await press(admin.page, admin.page.getByRole('button', { name: /^Approve: Ira Menon/ }))
  const approving = admin.page.getByRole('dialog', { name: 'Approve the request?' })
  await type(admin.page, approving.getByRole('combobox', { name: 'Client' }), 'Reaching')
  await expect(admin.page.getByRole('option', { name: 'Reaching Ltd' })).toBeVisible()
  await admin.page.keyboard.press('Enter')
  await expect(approving.getByLabel('Role')).toHaveValue('Counter')
  await press(admin.page, approving.getByRole('button', { name: 'Approve' }))
  await expect(approving).toHaveCount(0)
  await press(page, link('Dashboard'))
  await expect(button(/^Reachable/)).toBeVisible()

  // The link of the message about the sign-in, as for a sign-in of somebody else.
  await page.goto(await portal.message(email, /(\/lockaccount\/\S+)/))
  await press(page, button('Lock my account'))
  await expect(page.getByRole('status')).toContainText('Your account is locked.')
  await page.close()
})
