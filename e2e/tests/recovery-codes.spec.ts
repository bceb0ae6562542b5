import { readFileSync } from 'node:fs'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../portal.ts'

test('a person makes recovery codes, saves them, and signs in with one after the password, once', async ({
  page,
  portal,
}) => {
  const { email, password } = portal.person('diya')
  await portal.enterAs('diya', '/dashboard/signInMethods')
  const section = page.getByRole('region', { name: 'Recovery codes' })
  await expect(section).toContainText('You have no recovery codes.')
  await section.getByRole('button', { name: 'Make recovery codes' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allInnerTexts()
  const downloading = page.waitForEvent('download')
  await shown.getByRole('link', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  expect(readFileSync(await file.path(), 'utf8').split('\r\n')).toEqual([
    `Recovery codes of ${email} at EAI`,
    '',
    ...codes,
    '',
  ])
  await page.emulateMedia({ media: 'print' })
  await expect(shown.getByText(`Recovery codes of ${email} at EAI`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Passkeys', includeHidden: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section).toContainText('10 of 10 codes are left.')

  const signInWith = async (code: string) => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await arrived(page, '**/login**')
    await portal.enterPassword(email, password)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await signInWith((codes[0] ?? '').toLowerCase().replaceAll('-', ''))
  await arrived(page, '**/dashboard/**')
  await signInWith(codes[0] ?? '')
  await expect(page.getByRole('alert')).toContainText('This recovery code is not right, or was used already.')
  await expectAccessible(page, 'the page of a recovery code')
  await page.getByLabel('Recovery code').fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await arrived(page, '**/dashboard/**')
  await page.goto('/dashboard/signInMethods')
  await expect(section).toContainText('8 of 10 codes are left.')
  await section.getByRole('button', { name: 'Remove the codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section).toContainText('You have no recovery codes.')
})

test('recovery codes that nobody has saved are closed or left only after a question', async ({ page, portal }) => {
  await portal.enterAs('vikram', '/dashboard/signInMethods')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await arrived(page, '**/dashboard/app')
  await page.goBack()
  await arrived(page, '**/dashboard/signInMethods')
  const section = page.getByRole('region', { name: 'Recovery codes' })
  await section.getByRole('button', { name: 'Make recovery codes' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const asking = page.getByRole('dialog', { name: 'Close without saving the codes?' })
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goForward()]) {
    await leave()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await expect(shown.getByRole('listitem')).toHaveCount(10)
  }
  await page.keyboard.press('Escape')
  await asking.getByRole('button', { name: 'Close anyway' }).click()
  await expect(shown).toHaveCount(0)
  await expect(page).toHaveURL(/signInMethods$/)

  await section.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
  const downloading = page.waitForEvent('download')
  await shown.getByRole('link', { name: 'Download' }).click()
  await downloading
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await section.getByRole('button', { name: 'Remove the codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section).toContainText('You have no recovery codes.')
})
