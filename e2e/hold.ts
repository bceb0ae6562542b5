import type { Page } from '@playwright/test'

/** Holds these calls back until the returned function is called. */
export async function hold(page: Page, calls: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
