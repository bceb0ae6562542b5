import type { Locator, Page } from '@playwright/test'
import { type Console, expect, test } from '../console.ts'

const CSV = `First Name,Last Name,Email,Phone Number,User Name,Status
Lena,Lost,lena.lost@example.com,9811100077,lena.lost,ACTIVE
`

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

/** One of each kind: pages and dialogs, with fields, choices and a file. */
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
    fill: filling({ Permission: 'audit:read' }),
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
    press: 'Make a new secret',
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
    says: 'Nothing is written yet. This is what the import would do.',
  },
}

test('whatever form is open when the session ends, the person signs in over it and it goes on', async ({
  admin,
  page,
  context,
  problems,
}) => {
  await admin.employ('Farah', [])
  await admin.call('/api/application/registerApplication', { name: { description: 'Lasting' } })
  for (const [name, { open, fill, press, says }] of Object.entries(FORMS)) {
    await test.step(name, async () => {
      const form = await open(admin)
      await fill(admin, form)
      const signInAgain = await endSession(page)
      await form.getByRole('button', { name: press, exact: true }).click()
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

test('a page where nothing was entered leads to the sign-in page', async ({ admin, page, problems }) => {
  await admin.open('/dashboard/role', 'Roles')
  await page.getByRole('searchbox').fill('Supp')
  await admin.settled()
  await admin.choose('Support', 'Assign Permission')
  await expect(admin.dialog('Assign Permission - Support').getByRole('combobox')).toBeVisible()
  await page.keyboard.press('Escape')
  await endSession(page)
  await page.getByLabel('Rows per page:').selectOption('5')
  await page.waitForURL(/\/login/)
  problems.length = 0
})

/** The session is over for this browser, until what is given is called: the person has signed in in another tab. */
async function endSession(page: Page) {
  const cookies = await page.context().cookies()
  await page.context().clearCookies({ name: '__Host-eai_sid' })
  return async () => {
    await page.context().addCookies(cookies)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  }
}
