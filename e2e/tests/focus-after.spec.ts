import type { Locator, Page } from '@playwright/test'
import { deleteDraft } from '../a-draft.ts'
import { arrived } from '../arrived.ts'
import { type Console, expect, test } from '../console.ts'

test.use({ keepsBrowsers: true })

/** As by the keyboard. */
const press = async (page: Page, target: Locator) => {
  await target.focus()
  await page.keyboard.press('Enter')
}
/** Claims managers approve more in the draft. */
const addChange = async (admin: Console, page: Page) => {
  await page.getByRole('main').getByRole('searchbox').fill('Claims Manager')
  await arrived(page, (url) => url.searchParams.get('search') === 'Claims Manager')
  await admin.settled()
  await admin.choose('Claims Manager, Acme Insurance', 'Change what it approves')
  const form = page.getByRole('dialog', { name: 'Claims Manager' })
  await admin.fill(form, { 'Range To': '150000' })
  await form.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(form).toHaveCount(0)
}
const content = (page: Page) => page.getByRole('main')

test('after "Discard changes?" the focus is where it was before the dialog, or on the content', async ({
  admin,
  page,
}) => {
  const { _id } = await admin.employ('Focusing', [])
  await admin.open('/dashboard/user?search=focusing', 'Users')
  const menu = page.getByRole('button', { name: 'Actions for Focusing Kapoor' })
  const edit = async () => {
    await admin.choose('Focusing Kapoor', 'Edit')
    const form = admin.dialog('Update User')
    await admin.fill(form, { 'Last Name': 'Sethi' })
    await page.keyboard.press('Escape')
    await press(page, admin.dialog('Discard changes?').getByRole('button', { name: 'Discard' }))
    await expect(form).toHaveCount(0)
  }
  await edit()
  await expect(menu).toBeFocused()
  await page.goto(`/dashboard/users/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Focusing Kapoor')
  await expect(page.locator('body')).toBeFocused()
  await edit()
  await expect(menu).toBeFocused()
})

test('a link that goes away with its page or its section gives the focus to what it has opened', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/user?search=meera', 'Users')
  await press(page, page.getByRole('link', { name: 'Meera', exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meera Nair')
  await expect(content(page)).toBeFocused()
  const section = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Applications' })
  await press(page, section)
  await expect(section).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Why: Meera Nair, Eclaims' }))
  await arrived(page, '**/access?application=*')
  await expect(page.locator('.record-section')).toBeFocused()
})

test('after a draft was created, and after it got and lost a date, the focus is on the content', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/approvalVersions', 'Approval versions')
  await press(page, page.getByRole('button', { name: 'Make a draft' }))
  const form = admin.dialog('Make a draft')
  await admin.fill(form, { Application: 'Eclaims', Name: 'With focus' })
  await press(page, form.getByRole('button', { name: 'Create' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('With focus')
  await expect(content(page)).toBeFocused()

  // The button goes away once the draft has a date, and so does the one that calls the date off.
  const draftId = new URL(page.url()).searchParams.get('draft') ?? ''
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await addChange(admin, page)
  await press(page, publish)
  const publishing = admin.dialog('Publish the draft?')
  await publishing.getByLabel('From a date').check()
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await publishing.getByLabel('Date and time').fill(`${nextMonth}T09:00`)
  await publishing.getByLabel('Reason').fill('For next month')
  await press(page, publishing.getByRole('button', { name: 'Set the date' }))
  await expect(page.getByText(/Nobody changes this draft until then/)).toBeVisible()
  await expect(publish).toHaveCount(0)
  await expect(content(page)).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Call it off' }))
  await press(page, admin.dialog('Call the date off?').getByRole('button', { name: 'Call it off' }))
  await expect(publish).toBeVisible()
  await expect(content(page)).toBeFocused()
  await deleteDraft(admin, draftId)
})

test('after "Close without copying?" the focus is where the secret was asked for', async ({ admin, page }) => {
  const [application] = await admin.list<{ _id: string }>('/api/admin/options?kind=applications&search=Vendor')
  const applicationId = application?._id
  await admin.open('/dashboard/eaiapplication?search=Vendor', 'Applications')
  await admin.choose('Vendor Portal', 'Secrets')
  const dialog = admin.dialog('Secrets - Vendor Portal')
  await admin.fill(dialog, { Name: 'Focus' })
  await press(page, dialog.getByRole('button', { name: 'Create secret' }))
  await expect(dialog.getByText('Copy it now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, admin.dialog('Close without copying?').getByRole('button', { name: 'Close anyway' }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions for Vendor Portal' })).toBeFocused()
  const secrets = await admin.list<{ _id: string; name: string }>(
    `/api/application/secrets?applicationId=${applicationId}`,
  )
  const secretId = secrets.find(({ name }) => name === 'Focus')?._id
  await admin.call('/api/application/endSecret', { applicationId, secretId, days: 0 })
})

test('after a notice is closed, or has done what it offers, the focus is where it was before', async ({
  admin,
  page,
}) => {
  const names = ['Noticed', 'Noticed too']
  for (const name of names)
    await admin.call('/api/users/createRole', { name, description: 'For a test', status: 'ACTIVE' })
  await admin.open('/dashboard/role?search=noticed', 'Roles')
  const notices = page.getByRole('region', { name: 'Notifications' })
  const search = page.getByRole('main').getByRole('searchbox')
  const dismiss = notices.getByRole('button', { name: 'Dismiss' })
  await admin.delete('Noticed')
  await search.focus()
  await press(page, dismiss)
  await expect(dismiss).toHaveCount(0)
  await expect(search).toBeFocused()

  await admin.delete('Noticed too')
  await search.focus()
  await notices.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(admin.row('Noticed too')).toBeVisible()
  await expect(search).toBeFocused()
})
