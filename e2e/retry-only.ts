import type { Page } from '@playwright/test'

/** The page does not learn that the server is well, so that nothing loads by itself and "Retry" stays. @returns what ends it */
export async function leaveToRetry(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/readyz', async (route) => {
    await promise
    // The page may be gone by then.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    resolve()
    await page.unroute('**/readyz')
  }
}
