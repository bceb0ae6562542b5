import type { Locator, Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { type Console, expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { Portal } from '../portal.ts'

const CSV = `First Name,Last Name,Email,Phone Number,User Name,Status
Lena,Lost,lena.lost@example.com,9811100077,lena.lost,ACTIVE
`

const PREVIEW = /\/api\/.*preview/i

type Form = {
  open: (admin: Console) => Promise<Locator>
  fill: (admin: Console, form: Locator) => Promise<void>
  press: string
  says: string
}

/** A dialog of a row, with fields by their labels. */
const ofRow = (path: string, heading: string, row: string, item: string, title: string) => async (admin: Console) => {
  await admin.open(path, heading)
  await admin.choose(row, item)
  return admin.dialog(title)
}

const filling = (values: Record<string, string>) => (admin: Console, form: Locator) => admin.fill(form, values)

/** One form of each kind: pages and dialogs, with fields, choices and a file. */
const FORMS: Record<string, Form> = {
  'the price quote': {
    async open({ page }) {
      await page.goto('/dashboard/priceQuote')
      return page.getByRole('main')
    },
    fill: filling({ 'Client Name': 'Farah Motors', 'Product Type': 'Retail-Text', Comments: 'Typed before' }),
    press: 'Save',
    says: 'Price Quote Saved',
  },
  'the assignment of an application': {
    open: ofRow(
      '/dashboard/user?search=farah',
      'Users',
      'Farah Kapoor',
      'Assign Application',
      'Assign Application - Farah Kapoor',
    ),
    fill: filling({ Application: 'Eclaims', Client: 'Zenith General', Role: 'Handler' }),
    press: 'Assign',
    says: 'Application Assigned',
  },
  'the assignment of a permission': {
    open: ofRow(
      '/dashboard/role?search=Role+of+Farah',
      'Roles',
      'Role of Farah',
      'Assign Permission',
      'Assign Permission - Role of Farah',
    ),
    fill: async (_admin, form) => form.getByRole('checkbox', { name: 'audit:read' }).check(),
    press: 'Assign',
    says: 'Permission Attached',
  },
  'the password of somebody': {
    open: ofRow('/dashboard/user?search=farah', 'Users', 'Farah Kapoor', 'Change Password', 'Change Password'),
    fill: filling({ 'New Password': 'Other#Orbit42*Lamp', 'Confirm New Password': 'Other#Orbit42*Lamp' }),
    press: 'Change Password',
    says: 'Password Changed',
  },
  'a secret of an application': {
    open: ofRow('/dashboard/eaiapplication?search=Lasting', 'Applications', 'Lasting', 'Secrets', 'Secrets - Lasting'),
    fill: filling({ Name: 'Named before' }),
    press: 'Create secret',
    says: 'Copy it now. It is not shown again.',
  },
  'a template': {
    async open(admin) {
      await admin.open('/dashboard/smsTemplate', 'SMS Template')
      return admin.openNew('Add Template', 'SMS Template')
    },
    fill: filling({
      Application: 'Tow Tracker',
      'Template Name': 'lasting',
      'Template Id': '1107000000000000077',
      Template: 'Typed before',
    }),
    press: 'Save',
    says: 'SMS Template Created',
  },
  'an import': {
    async open(admin) {
      await admin.open('/dashboard/user', 'Users')
      return admin.openNew('Import', 'Import')
    },
    async fill(_admin, form) {
      await form.getByLabel('CSV file').setInputFiles({
        name: 'lasting.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(CSV),
      })
    },
    press: 'Check file',
    says: 'Nothing is saved yet. This is what the import would do.',
  },
  'a test of a mail server': {
    open: ofRow(
      '/dashboard/configurationEmail?field=fromMailId&search=lasting',
      'Email Configuration',
      'Vendor Portal · lasting@example.com',
      'Send test',
      'Send test - localhost',
    ),
    fill: filling({ 'Send a test to': 'typed.before@example.com' }),
    press: 'Send test',
    says: 'Sending to typed.before@example.com',
  },
}

test('every form survives the end of the session: the person signs in over it and continues', async ({
  admin,
  page,
  context,
  problems,
}) => {
  await admin.employ('Farah', [])
  await admin.call('/api/application/registerApplication', { name: { description: 'Lasting' } })
  await admin.call('/api/emailNotification/createEmailNotification', {
    ...{ application: 'Vendor Portal', fromMailId: 'lasting@example.com', host: 'localhost', postNo: 1 },
    status: 'INACTIVE',
  })
  for (const [name, { open, fill, press, says }] of Object.entries(FORMS)) {
    await test.step(name, async () => {
      const form = await open(admin)
      await fill(admin, form)
      const signInAgain = await endSessionDuring(page, () =>
        form.getByRole('button', { name: press, exact: true }).click(),
      )
      const again = admin.dialog('Sign in again')
      await expect(again).toContainText('What you entered is still here.')
      await signInAgain()
      await expect(again).toBeHidden()
      await expect(page.getByText(says).first()).toBeVisible()
    })
  }
  expect(context.pages()).toHaveLength(1)
  problems.length = 0
})

test('a call whose refusal arrives after the person has signed in again is repeated, and they are not asked twice', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/smsTemplate', 'SMS Template')
  const form = await admin.openNew('Add Template', 'SMS Template')
  await admin.fill(form, { Application: 'Tow Tracker', 'Template Name': 'late', 'Template Id': '1107000000000000078' })
  const preview = page.waitForResponse(PREVIEW)
  await admin.fill(form, { Template: 'Typed before' })
  await preview

  const cookies = await page.context().cookies()
  await page.context().clearCookies({ name: '__Host-eai_sid' })
  const [refused, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    PREVIEW,
    async (route) => {
      const response = await route.fetch()
      expect(response.status()).toBe(401)
      refused.resolve()
      await late.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await admin.fill(form, { Template: 'Typed after' })
  await refused.promise
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const again = admin.dialog('Sign in again')
  await expect(again).toBeVisible()
  await page.context().addCookies(cookies)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('SMS Template Created').first()).toBeVisible()

  const repeated = page.waitForResponse((response) => PREVIEW.test(response.url()) && response.ok())
  late.resolve()
  await repeated
  await expect(again).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/smsTemplate/)
  problems.length = 0
})

test('a question about a message is repeated after the person has signed in over it', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/emailTemplate?field=name&search=login-otp', 'Email Template')
  await admin.choose('login-otp', 'Routing')
  const dialog = admin.dialog('Routing')
  await expect(dialog.getByRole('region', { name: 'Email' })).toContainText('with the template for Eclaims')
  const signInAgain = await endSessionDuring(page, () =>
    dialog.getByLabel('Message', { exact: true }).selectOption('New device'),
  )
  const again = admin.dialog('Sign in again')
  await expect(again).toContainText('Your session has ended. Sign in again.')
  await signInAgain()
  await expect(again).toBeHidden()
  await expect(dialog.getByLabel('Message', { exact: true }).locator(':checked')).toHaveText('New device')
  await expect(dialog.getByRole('region', { name: 'Email' })).toContainText('No template matches')
  problems.length = 0
})

test('a download after the end of the session leads to the sign-in page, and back to the list', async ({
  admin,
  page,
  problems,
}) => {
  await admin.open('/dashboard/user?search=asha', 'Users')
  const signInAgain = await endSessionDuring(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
  await arrived(page, /\/login/)
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/dashboard/user?search=asha')
  await signInAgain()
  problems.length = 0
})

test('the sign-in over a form gives the reason: another tab has signed out, and then somebody else signs in', async ({
  admin,
  signIn,
  product,
  problems,
}) => {
  const person = await admin.employ('Leonor', ['roles:read', 'roles:write'])
  const theirs = await signIn(person)
  await theirs.open('/dashboard/role', 'Roles')
  const form = await theirs.openNew('New User Role', 'New User Role')
  await theirs.fill(form, { Name: 'Half a role' })
  const tab = await theirs.page.context().newPage()
  await tab.goto('/dashboard/app')
  await tab.getByRole('button', { name: /^Account: Leonor/ }).click()
  await tab.getByRole('button', { name: 'Logout' }).click()
  const again = theirs.dialog('Sign in again')
  await expect(again).toContainText('You signed out in another tab or application. Sign in again.')
  await expect(again).toContainText('What you entered is still here.')
  await again.getByRole('button', { name: 'Not now' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Half a role')

  await theirs.fill(form, { Description: 'For a test', Status: 'ACTIVE' })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(again).toBeVisible()
  await new Portal(tab, product).openSession(await admin.employ('Leonie', []))
  await theirs.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const replaced = theirs.dialog('This page can no longer be saved')
  await expect(replaced).toContainText('Someone else has signed in from this browser.')
  await expect(again).toHaveCount(0)
  await expect(theirs.page.locator('input[type="password"]')).toHaveCount(0)
  await theirs.page.keyboard.press('Escape')
  await expect(replaced).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Half a role')
  problems.length = 0
})

test('a page without input leads to the sign-in page', async ({ admin, page, problems }) => {
  await admin.open('/dashboard/role?search=Supp', 'Roles')
  await admin.choose('Support', 'Assign Permission')
  await expect(admin.dialog('Assign Permission - Support').getByRole('checkbox').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await endSessionDuring(page, () => page.getByLabel('Rows per page:').selectOption('5'))
  await arrived(page, /\/login/)
  problems.length = 0
})

/**
 * The session ends while the calls of an action are on their way, so that no call before it, such as a preview of what
 * was typed, finds it over first. It is over for this browser until the returned function is called: then the person has
 * signed in in another tab.
 */
async function endSessionDuring(page: Page, act: () => Promise<unknown>) {
  const answer = await hold(page, /\/api\//)
  const called = page.waitForRequest(/\/api\//)
  await act()
  await called
  const cookies = await page.context().cookies()
  await page.context().clearCookies({ name: '__Host-eai_sid' })
  await answer()
  return async () => {
    await page.context().addCookies(cookies)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  }
}
