import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

test('people change their own email address, and whoever reads the old one undoes it', async ({
  admin,
  browser,
  product,
  signIn,
}) => {
  const person = await admin.employ('Mover', [])
  const { page } = await signIn(person, '/dashboard/profile')
  const theirs = new Portal(page, product)
  const email = `moved-${person.email}`
  await page.getByRole('button', { name: 'Change the email address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email address').fill(email)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  const unsent = dialog.getByRole('status').getByText('No new code: the last one was sent less than a minute ago')
  await expect(dialog.getByText('Send a new code in')).toBeVisible()
  await expect(unsent).toBeHidden()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('New email address').fill(email)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(unsent).toBeVisible()
  await expectAccessible(page, 'a code that was not sent again')
  await dialog.getByLabel(`Code sent to ${email}`).fill(await theirs.code(email))
  await expect(page.getByText('Email address changed')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Email address' })).toContainText(email)

  const context = await browser.newContext({ baseURL: product.baseURL })
  const owner = new Portal(await context.newPage(), product)
  await owner.page.goto(await owner.message(person.email, /(\/undochange\/\S+)/))
  await expectAccessible(owner.page, 'undoing a change of address')
  await owner.page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(owner.page.getByRole('status')).toContainText('The change is undone.')
  await page.goto('/dashboard/app')
  await arrived(page, '**/login**')
})
