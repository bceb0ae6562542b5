import { expect, test } from '../console.ts'
import { press, type, typeDay } from '../keyboard.ts'
import { Portal } from '../portal.ts'

test('an administrator suspends a person by the keyboard, who reads why they cannot sign in, and ends it early', async ({
  admin,
  browser,
  product,
}) => {
  const { page } = admin
  const person = await admin.employ('Suspended', [])
  const context = await browser.newContext({ baseURL: product.baseURL })
  const visitor = new Portal(await context.newPage(), product)
  const [found] = await admin.list<{ _id: string }>(`/api/admin/options?kind=people&search=${person.email}`)
  await page.goto(`/dashboard/users/${found?._id}/profile`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Suspension' }) })
  await expect(card).toContainText('None.')
  await press(page, card.getByRole('button', { name: 'Suspend' }))
  const dialog = page.getByRole('dialog')
  const day = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000)
  await press(page, dialog.getByRole('button', { name: 'Suspend' }))
  await expect(dialog.getByText('Choose a date')).toBeVisible()
  await typeDay(page, dialog.getByLabel('First day'), day(0))
  await typeDay(page, dialog.getByLabel('Last day'), day(7))
  await type(page, dialog.getByLabel('Reason'), 'An inquiry')
  await press(page, dialog.getByRole('button', { name: 'Suspend' }))
  await expect(page.getByText('Suspension Saved')).toBeVisible()
  // The button that opened the dialog is no longer there: the focus stays in the card.
  await expect(card.locator(':focus')).toHaveCount(1)
  await expect(card).toContainText('Reason: An inquiry')
  await page.goto('/dashboard/user?state=suspended')
  await expect(page.getByRole('row', { name: new RegExp(person.email) })).toContainText('SUSPENDED')

  await page.goto(`/dashboard/users/${found?._id}/profile`)
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  const status = page.getByRole('dialog').getByLabel('Status')
  await expect(status.locator('option:checked')).toHaveText('SUSPENDED')
  await expect(status).toHaveAccessibleDescription(/^They come back once the suspension ends\./)
  await page.keyboard.press('Escape')

  await visitor.page.goto('/login')
  await visitor.enterPassword(person.email, person.password)
  await expect(visitor.page.getByRole('alert')).toContainText('Your account is suspended for now.')

  await page.goto(`/dashboard/users/${found?._id}/profile`)
  await press(page, card.getByRole('button', { name: 'End the suspension' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'End the suspension' }))
  await expect(page.getByText('Suspension Ended')).toBeVisible()
  await expect(card).toContainText('None.')
  await expect(card.locator(':focus')).toHaveCount(1)
  await visitor.enterPassword(person.email, person.password)
  await expect(visitor.page.getByLabel('One-time code')).toBeVisible()
})

test('who is set to INACTIVE while their suspension begins stays suspended, and the form says so', async ({
  admin,
}) => {
  const { page } = admin
  const person = await admin.employ('Yugandhar', [])
  await page.goto(`/dashboard/users/${person._id}/profile`)
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Update User' })
  await form.getByLabel('Status').selectOption('INACTIVE')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now())
  await admin.call('/api/users/suspend', { userId: person._id, from: today, until: '', reason: 'An inquiry' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Kept: Status (SUSPENDED)')
  await expect(form).toBeHidden()
  await expect(page.getByRole('main')).toContainText('SUSPENDED')
})
