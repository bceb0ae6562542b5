import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { checkOf } from '../overlays/approvals.ts'
import { visit } from '../visit.ts'

/** Dialogs with a form of their own: where they are opened, and a field to type in. */
const FORMS: [string, string | RegExp, string, string][] = [
  ['/dashboard/invitations', 'Invite people', 'Invite people', 'Email addresses'],
  ['/dashboard/reviews', 'Start a review', 'Start a review', 'Name'],
  ['/dashboard/approvalVersions', 'Make a draft', 'Make a draft', 'Name'],
  ['/dashboard/approvalVersions', 'Import a sheet', 'Import a sheet', 'Name'],
  ['/dashboard/user', 'Leavers', 'Leavers', 'Email addresses or user IDs'],
  ['/dashboard/profile', 'Change the email address', 'Change the email address', 'New email address'],
]

test('a dialog asks before it loses what was typed, by Escape, Cancel and Back', async ({ admin, page }) => {
  const discarding = admin.dialog('Discard changes?')
  const check = await checkOf(admin, 'Eclaims', 'Acme')
  const question: (typeof FORMS)[number] = [check, /^This is intended/, 'Mark the gap as intended?', 'Reason']
  for (const [path, button, title, label] of [question, ...FORMS])
    await test.step(title, async () => {
      await visit(page, path)
      const opener = page.getByRole('main').getByRole('button', { name: button, exact: true }).first()
      await opener.click()
      const dialog = admin.dialog(title)
      const field = dialog.getByLabel(label, { exact: true })
      await expect(field).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)

      await opener.click()
      await field.fill('Half a thought')
      await expect(dialog).toHaveAttribute('data-unsaved')
      await page.keyboard.press('Escape')
      await discarding.getByRole('button', { name: 'Keep editing' }).click()
      await expect(field).toHaveValue('Half a thought')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await discarding.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toHaveCount(0)
      await arrived(page, (url) => url.href.includes(path))
    })

  await page.getByRole('link', { name: 'Access reviews', exact: true }).click()
  await page.getByRole('button', { name: 'Start a review', exact: true }).click()
  const review = admin.dialog('Start a review')
  const name = review.getByLabel('Name', { exact: true })
  await name.fill('Half a thought')
  await expect(review).toHaveAttribute('data-unsaved')
  await page.goBack()
  await discarding.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toHaveValue('Half a thought')
  await page.goBack()
  await discarding.getByRole('button', { name: 'Discard' }).click()
  await arrived(page, ({ pathname }) => pathname === FORMS.at(-1)?.[0])
})

test('the secrets of an application and the keys of a service account ask before they lose a name, over their lists, too', async ({
  admin,
  page,
}) => {
  await admin.call('/api/application/registerApplication', { name: { description: 'Half Named' } })
  const account = { name: 'Half named', permissions: ['audit:read'], status: 'ACTIVE' }
  await admin.call('/api/admin/serviceAccounts/create', account)
  const discarding = admin.dialog('Discard changes?')
  const lists = [
    ['/dashboard/eaiapplication?search=Half+Named', 'Applications', 'Half Named', 'Secrets'],
    ['/dashboard/serviceAccounts?search=Half+named', 'Service Accounts', 'Half named', 'Keys'],
  ] as const
  for (const [path, heading, name, item] of lists)
    await test.step(item, async () => {
      await admin.open(path, heading)
      await admin.choose(name, item)
      const dialog = admin.dialog(`${item} - ${name}`)
      const field = dialog.getByLabel('Name', { exact: true })
      await field.fill('Half a thought')
      await page.keyboard.press('Escape')
      await discarding.getByRole('button', { name: 'Keep editing' }).click()
      await expect(field).toHaveValue('Half a thought')
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await discarding.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toHaveCount(0)
      await admin.choose(name, item)
      await expect(field).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
})

test('assigning an application, to one person and to several, asks before it loses what was chosen', async ({
  admin,
  page,
}) => {
  await admin.employ('Keeper', [])
  await admin.open('/dashboard/user?search=keeper', 'Users')
  const discarding = admin.dialog('Discard changes?')
  const openers = {
    'Assign Application - Keeper Kapoor': () => admin.choose('Keeper Kapoor', 'Assign Application'),
    'Assign Application: 1 person': async () => {
      await page.getByRole('checkbox', { name: 'Select Keeper Kapoor' }).setChecked(true)
      await page.getByRole('button', { name: 'Assign Application', exact: true }).click()
    },
  }
  for (const [title, open] of Object.entries(openers))
    await test.step(title, async () => {
      await open()
      const dialog = admin.dialog(title)
      await expect(dialog.getByLabel('Application', { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)

      await open()
      await admin.fill(dialog, { Application: 'Roadside Desk' })
      await expect(dialog).toHaveAttribute('data-unsaved')
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await discarding.getByRole('button', { name: 'Keep editing' }).click()
      await expect(dialog.getByLabel('Application', { exact: true })).toHaveValue('Roadside Desk')
      await page.keyboard.press('Escape')
      await discarding.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toHaveCount(0)
    })
})
