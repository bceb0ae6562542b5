import type { Locator, Page } from '@playwright/test'
import { announced } from '../announced.ts'
import { expect, test } from '../console.ts'

test('a role is created, changed and deleted by keyboard alone, and the focus returns each time', async ({
  admin,
  page,
}) => {
  await page.goto('/dashboard/app')
  await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to…' })).toBeFocused()
  await page.keyboard.type('roles')
  await expect(page.getByRole('option', { name: 'Roles', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles')

  const newRole = page.getByRole('button', { name: 'New User Role' })
  await tabTo(page, newRole)
  await page.keyboard.press('Enter')
  const form = admin.dialog('New User Role')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Night Watch')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Answers at night')
  await announced(page, 'Role Created', () => page.keyboard.press('Enter'))
  await expect(form).toBeHidden()
  await expect(newRole).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('night watch')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await admin.settled()
  const actions = page.getByRole('button', { name: 'Actions for Night Watch' })
  await tabTo(page, actions)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await press(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Edit' }))
  await page.keyboard.press('Enter')
  const update = admin.dialog('Update Role')
  await tabTo(page, update.getByLabel('Status'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, update.getByRole('button', { name: 'Save' }))
  await announced(page, 'Role Updated', () => page.keyboard.press('Enter'))
  await expect(update).toBeHidden()
  await expect(actions).toBeFocused()
  await expect(admin.row('INACTIVE')).toHaveCount(1)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await press(page, 'ArrowUp', page.getByRole('menuitem', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  const question = admin.dialog('Delete Night Watch?')
  await expect(question.getByText('It can be restored for 30 days')).toBeVisible()
  await tabTo(page, question.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(admin.toast('Role Deleted')).toBeVisible()
  await expect(actions).toHaveCount(0)
  // The row that had the focus is removed: the focus stays in the list and does not jump to the top of the page.
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('the menu of a row opens and closes by every key and by press, and the focus returns to its button', async ({
  admin,
  page,
}) => {
  // Tests before may have made more roles than a page shows.
  await admin.open('/dashboard/role?search=User&field=name', 'Roles')
  const button = page.getByRole('button', { name: 'Actions for User', exact: true })
  const menu = page.getByRole('menu', { name: 'Actions for User' })
  const first = menu.getByRole('menuitem').first()
  const last = menu.getByRole('menuitem').last()
  await expect(button).toHaveAttribute('aria-haspopup', 'menu')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.focus()

  const opened = [
    ['Enter', first],
    [' ', first],
    ['ArrowDown', first],
    ['ArrowUp', last],
  ] as const
  for (const [key, item] of opened) {
    await page.keyboard.press(key)
    await expect(item).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(menu).toHaveId((await button.getAttribute('aria-controls')) ?? '')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  }

  await page.keyboard.press('Enter')
  await expect(first).toBeFocused()
  await page.keyboard.type('hi')
  await expect(menu.getByRole('menuitem', { name: 'History' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  const gone = await button.evaluate((one) => {
    const stops = [...document.querySelectorAll('main :is(button, input, select):enabled, main a[href]')]
    return stops.indexOf(document.activeElement as Element) - stops.indexOf(one)
  })
  expect(gone).toBe(1)

  for (const item of ['pointer', 'again']) {
    await button.click()
    await expect(menu, item).toBeVisible()
    await button.click()
    await expect(menu, item).toBeHidden()
    await expect(button).toBeFocused()
  }
  await button.click()
  await page.getByRole('searchbox').click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeFocused()
})

const tabTo = (page: Page, target: Locator) => press(page, 'Tab', target)

/** Presses a key until the wanted element has the focus. */
async function press(page: Page, key: string, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
