import type { Page } from '@playwright/test'
import { SHOWN } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { hold } from '../hold.ts'

async function type(page: Page, text: string) {
  const dialog = page.getByRole('dialog', { name: 'Search or jump to…' })
  // Before that the page does not listen to keys.
  await expect(page.locator(SHOWN)).toBeAttached()
  if (!(await dialog.isVisible())) await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill(text)
  // The results of a new text are shown only after its answer.
  await expect(dialog.getByRole('status')).not.toHaveText('Searching…')
  return dialog
}

test('the command palette finds people by phone number, roles, templates, messages and own applications, and opens them', async ({
  admin,
  page,
}) => {
  const scope = { Application: 'All', Client: 'All', Status: 'ACTIVE' }
  await admin.call('/api/emailMaster/create', {
    ...{ ...scope, TemplateId: 'pal-1', TemplateName: 'Paletteletter', Subject: 'Hello', Template: '<p>Hello</p>' },
  })
  await admin.call('/api/users/createRole', { name: 'Palettekeeper', description: 'For a test', status: 'ACTIVE' })
  await admin.open('/dashboard/role', 'Roles')

  const dialog = await type(page, 'palette')
  await expect(dialog.getByRole('group', { name: 'Roles' }).getByRole('option')).toHaveText([/Palettekeeper/])
  await dialog.getByRole('option', { name: /Paletteletter/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/emailTemplate\?field=name&search=Paletteletter/)
  await expect(admin.dialog('Update Email Template').getByLabel('Template Id', { exact: true })).toHaveValue('pal-1')

  await page.goto('/dashboard/role')
  await type(page, '+91 98765-00002')
  await expect(dialog.getByRole('group', { name: 'People' }).getByRole('option')).toHaveText([/Meera Nair/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meera Nair')
  await expect(page).toHaveURL(/\/dashboard\/users\/[\w-]+$/)

  await page.goto('/dashboard/role')
  await type(page, 'asha.rao@')
  const messages = dialog.getByRole('group', { name: 'Messages' }).getByRole('option')
  await expect(messages.first()).toContainText('asha.rao@example.com')
  await messages.first().click()
  await expect(page).toHaveURL(/\/dashboard\/messages\?.*open=/)
  await expect(page.getByRole('dialog')).toContainText('asha.rao@example.com')

  await page.goto('/dashboard/role')
  await type(page, 'eclaims')
  await dialog.getByRole('group', { name: 'My applications' }).getByRole('option').click()
  await expect(page).toHaveURL(/\/dashboard\/app\?q=Eclaims$/)
  await expect(page.getByRole('searchbox').first()).toHaveValue('Eclaims')
})

test('a person who may not see records finds only screens and their own applications', async ({ signIn, admin }) => {
  await admin.open('/dashboard/user', 'Users')
  const person = await admin.employ('Suchak', ['roles:read'])
  const { page } = await signIn(person)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  const dialog = await type(page, 'asha')
  await expect(dialog.getByText('No results found for "asha".')).toBeVisible()
  await type(page, 'support')
  await expect(dialog.getByRole('group', { name: 'Roles' }).getByRole('option').first()).toContainText('Support')
  expect(asked.filter((path) => /kind=(people|applications|clients)|Master|api.admin.messages/.test(path))).toEqual([])
})

test('the key ? lists the shortcuts, and so does the palette; the focus returns', async ({ admin, page }) => {
  await admin.open('/dashboard/user', 'Users')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.getByRole('button', { name: /Search or jump to/ }).focus()
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Search or jump to/ })).toBeFocused()

  await type(page, 'shortc')
  await page.keyboard.press('Enter')
  await expect(keys.getByText('Search in the list')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(page.getByRole('button', { name: /Search or jump to/ })).toBeFocused()

  // In a text field the key types a letter.
  await page.getByRole('searchbox').fill('')
  await page.getByRole('searchbox').press('?')
  await expect(page.getByRole('searchbox')).toHaveValue('?')
  await expect(keys).toBeHidden()
})

test('what is typed while the palette is being loaded stands in it', async ({ admin, page }) => {
  await admin.open('/dashboard/role', 'Roles')
  const answer = await hold(page, /CommandPalette.*\.js/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Eclaims?x')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await answer()
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  const search = palette.getByRole('combobox')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('Eclaims')
  await page.keyboard.type(' A')
  await expect(search).toHaveValue('Eclaims A')
})
