import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../portal.ts'

test('a person has a browser remembered at the code, signs in by password alone, and forgets it', async ({
  page,
  portal,
}) => {
  const { email, password } = portal.person('diya')
  const box = page.getByRole('checkbox', { name: 'Remember this browser for 30 days' })
  const before = await portal.lastCode(email)
  await page.goto('/login')
  await portal.enterPassword(email, password)
  await expect(box).toBeVisible()
  await expectAccessible(page, 'the page of the code')
  // The sign-in survives a reload of the page.
  await page.reload()
  await box.check()
  await page.getByLabel('One-time code').fill(await portal.code(email, before))
  await arrived(page, '**/dashboard/**')

  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await portal.enterPassword(email, password)
  await arrived(page, '**/dashboard/**')
  await page.goto('/dashboard/signInMethods')
  const section = page.getByRole('region', { name: 'Remembered browsers' })
  await expect(section.getByRole('listitem')).toContainText('This browser')
  await expectAccessible(page, 'remembered browsers', section)

  // A change of what signs in wants both steps, of now.
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('One-time code')).toBeVisible()
  await page.keyboard.press('Escape')

  await section.getByRole('button', { name: /^Forget / }).click()
  await expect(section).toContainText('No browser is remembered.')
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await portal.enterPassword(email, password)
  await expect(box).toBeVisible()
})
