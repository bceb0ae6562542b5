import { expect, type Page } from '@playwright/test'

/**
 * Holds these calls back until the returned function is called. It waits for the first of them, so that a test whose calls
 * have another address fails.
 */
export async function hold(page: Page, calls: RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let held = 0
  await page.route(calls, async (route) => {
    held++
    await promise
    await route.continue()
  })
  return async () => {
    await expect.poll(() => held, { message: `calls like ${calls} that were held` }).toBeGreaterThan(0)
    resolve()
  }
}
