import { expect, type Page } from '@playwright/test'

/** Chooses the language at the top of the page, and waits until the account has it, too. */
export async function chooseLanguage(page: Page, name: 'English' | 'हिन्दी') {
  await page.getByText(name, { exact: true }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', name === 'English' ? 'en' : 'hi')
  await preferencesSaved(page)
}

/** Until what was chosen on this page is stored with the account; before a sign-in there is none. */
export async function preferencesSaved(page: Page) {
  await page.waitForFunction(() => {
    const unsent = sessionStorage.getItem('unsent-preferences')
    return unsent === null || JSON.parse(unsent).of === null
  })
}
