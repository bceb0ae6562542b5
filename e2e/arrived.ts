import { expect, type Page } from '@playwright/test'

/**
 * Waits for an address of the portal and then for its page: while the next page loads, the previous one stays, and many
 * of its labels are the same.
 */
export async function arrived(
  page: Page,
  address: Parameters<Page['waitForURL']>[0],
  options?: { timeout: number },
): Promise<void> {
  await page.waitForURL(address, options)
  await expect(page.locator(SHOWN)).toBeAttached(options)
}

/** The document once its page is shown (web/src/routes/mark-page.ts). */
export const SHOWN = 'html[data-page="shown"]'

/** What stands in the place of what is still on its way. */
export const COMING = '.spinner, .skeleton, .bones, [aria-busy="true"]'
