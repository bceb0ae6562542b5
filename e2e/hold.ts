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
  await untilMet(page)
  return async () => {
    await expect.poll(() => held, { message: `calls like ${calls} that were held` }).toBeGreaterThan(0)
    resolve()
  }
}

const PROBE = /\/healthz\?met$/

/** A request that follows the first route of a page at once can pass it by: waits until one has met a route. */
async function untilMet(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return
  await page.route(PROBE, (route) => route.fulfill({ body: 'met' }))
  await expect.poll(() => page.evaluate(async () => (await fetch('/healthz?met')).text())).toBe('met')
  await page.unroute(PROBE)
}
