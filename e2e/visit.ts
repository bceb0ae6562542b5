import { expect, type Page } from '@playwright/test'
import { SHOWN } from './arrived.ts'

/** What stands over a page until it is closed. */
const OVER = 'dialog[open], [role="menu"], .popover'

/** Loads an address of the portal, so that nothing of the page before is kept. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator(SHOWN)).toBeAttached()
}

/**
 * Opens an address of the portal as a link does: a page that is loaded already stays, and with it axe and the texts of
 * both languages. Loading it again costs most of what a look at a screen costs. Lists that were seen less than half a
 * minute before are not asked for again.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if ((await page.locator(SHOWN).count()) === 0 || !(await isUncovered(page))) return load(page, address)
  await page.evaluate((next) => {
    // The router says "shown" once the page of the new address stands there.
    document.documentElement.dataset.page = 'loading'
    history.pushState(null, '', next)
  }, address)
  await expect(page.locator(SHOWN)).toBeAttached()
}

/** Closes what Escape closes. A question about unsaved input stays. */
async function isUncovered(page: Page): Promise<boolean> {
  for (let level = 0; level < 2; level++) {
    if ((await page.locator(OVER).count()) === 0) return true
    await page.evaluate(noteClosing)
    await page.keyboard.press('Escape')
    // The page may then take the dialog out of the address, which must not happen to the next address.
    if ((await page.locator('dialog[open]').count()) === 0) await page.evaluate(() => window.closing)
  }
  return (await page.locator(OVER).count()) === 0
}

declare global {
  interface Window {
    /** Done when the page has heard that the last dialog is closed. */
    closing?: Promise<void>
  }
}

/** A browser announces a little later that a dialog is closed. */
function noteClosing() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  window.closing = dialog
    ? new Promise((done) => dialog.addEventListener('close', () => setTimeout(done), { once: true }))
    : Promise.resolve()
}
