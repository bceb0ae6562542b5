import { arrived } from '../arrived.ts'
import { expect, Portal, test } from '../portal.ts'

test('signing out in one tab empties the others at once (T017)', async ({ page, portal, context, product }) => {
  await portal.enterAs('diya')
  const other = new Portal(await context.newPage(), product)
  await other.page.goto('/dashboard/change')
  await expect(other.page.getByText(portal.person('diya').email).first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await arrived(other.page, '**/login**')
  await expect(other.page.getByRole('alert')).toHaveText('You signed out in another tab or application. Sign in again.')
  // The tab that signed out shows no reason.
  await arrived(page, '**/login**')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(other.page.getByText(portal.person('diya').email)).toHaveCount(0)
})

test('a session ended from another browser shows the reason in its own', async ({ page, portal, elsewhere }) => {
  await elsewhere.enterAs('meera')
  await portal.enterAs('meera', '/dashboard/sessions')
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('Sessions Ended')).toBeVisible()

  await elsewhere.page.goto('/dashboard/app')
  await arrived(elsewhere.page, '**/login**')
  await expect(elsewhere.page.getByRole('alert')).toHaveText(
    'You ended this session from another device. Sign in again.',
  )
})

test('the menu of a User has only the dashboard; the palette and addresses lead to other pages', async ({
  page,
  portal,
}) => {
  await portal.enterAs('diya')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard'])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Price')
  await page.getByRole('option', { name: 'Price Quote' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Price Quote')
})
