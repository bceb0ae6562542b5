import type { Page } from '@playwright/test'

/** Takes the connection away. The product asks the browser, and each page is informed a moment after the call. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
}

/** Gives the connection back, and waits until the page has it. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.waitForFunction(() => navigator.onLine)
}
