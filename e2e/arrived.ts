import { expect, type Page } from '@playwright/test'

/**
 * Waits for an address of the portal until its page is shown. The address is written first: while the next page loads,
 * the one before stays, and many of its labels are those of the next.
 */
export async function arrived(
  page: Page,
  address: Parameters<Page['waitForURL']>[0],
  options?: { timeout: number },
): Promise<void> {
  await page.waitForURL(address, options)
  await expect(page.locator(SHOWN)).toBeAttached(options)
}

/** The document once the page of its address stands there (web/src/routes/mark-page.ts). */
export const SHOWN = 'html[data-page="shown"]'
