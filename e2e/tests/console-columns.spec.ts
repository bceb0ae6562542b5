import { expect, test } from '../console.ts'

const USUAL = ['First Name', 'Last Name', 'Phone Number', 'Email', 'User Name', 'Assigned Apps', 'Status', 'Action']

test('columns are chosen in a menu, remembered for the person, and all fit at 1440 px, the usual ones at 1024', async ({
  admin,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await admin.open('/dashboard/user', 'Users')
  const frame = page.getByRole('region', { name: 'Users' })
  const overflow = () => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  const button = page.getByRole('button', { name: 'Columns' })
  const box = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
  await button.press('Enter')
  await expect(box('Last Name')).toBeChecked()
  await expect(page.getByRole('menuitemcheckbox', { name: 'First Name' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Reset columns' })).toBeDisabled()
  for (const name of ['Role', 'Last sign-in']) await box(name).click()
  expect(await admin.columns()).toEqual([...USUAL.slice(0, 6), 'Role', 'Last sign-in', 'Status', 'Action'])
  expect(await overflow()).toBeLessThanOrEqual(0)

  await box('Email').press('Space')
  await expect(box('Email')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.reload()
  await admin.settled()
  expect(await admin.columns()).toEqual([
    ...['First Name', 'Last Name', 'Phone Number', 'User Name', 'Assigned Apps'],
    ...['Role', 'Last sign-in', 'Status', 'Action'],
  ])
  await admin.open('/dashboard/role', 'Roles')
  expect(await admin.columns()).toEqual(['Name', 'Description', 'Status', 'Actions'])

  // Columns named by a link are not remembered.
  await admin.open('/dashboard/user?columns=email,nonsense', 'Users')
  expect(await admin.columns()).toEqual(['First Name', 'Email', 'Action'])
  await button.click()
  await page.getByRole('menuitem', { name: 'Reset columns' }).click()
  await expect(page).not.toHaveURL(/columns=/)
  await expect.poll(() => admin.columns()).toEqual(USUAL)
})
