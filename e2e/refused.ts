import { ERRORS } from '@gatehouse/contract/errors.ts'
import type { ElementHandle, Locator, Page, Route } from '@playwright/test'
import { expectButtonsInSight } from './accessible.ts'
import { COMING } from './arrived.ts'
import { expect } from './portal.ts'

export const BUSY = 'The service is not available right now. Try again in a moment.'

/** All calls but the one that finds out who is signed in. */
export const CALLS = /\/api\/(?!session$)/

/** Answers as a proxy does while the server is away. */
export const refuse = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' })

/** Answers as a rate limit does. */
export const refuseForNow = (route: Route) =>
  route.fulfill({
    status: 429,
    json: { code: 429, msg: ERRORS.too_many_attempts.msg, data: { retryAfterSeconds: 300 } },
  })

/** The wait is named. */
export const FOR_NOW = 'Too many attempts. Try again in 5 minutes.'

/** What is opened while its calls fail says why, and shows everything after Retry. */
export async function openAfterFailure(page: Page, open: () => Promise<Locator>): Promise<Locator> {
  await page.route(CALLS, refuse)
  const overlay = await open()
  const retry = overlay.getByRole('button', { name: 'Retry', exact: true })
  await expect(overlay.getByText(BUSY).first()).toBeVisible()
  await expect(retry.first()).toBeVisible()
  await expect(overlay.locator(COMING)).toHaveCount(0)
  await page.unroute(CALLS, refuse)
  // Several parts may have failed.
  await retry.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click()
  })
  await expect(retry).toHaveCount(0)
  await expect(overlay).not.toContainText(BUSY)
  return overlay
}

/** A dialog whose last button changes something says why that failed, stays, and can be pressed again. */
export async function expectFailureShown(page: Page, overlay: Locator): Promise<void> {
  const button = overlay.locator('.form-end button').last()
  await page.route(CALLS, refuse)
  await button.click()
  await expect(overlay.getByRole('alert').filter({ hasText: BUSY })).toBeVisible()
  await expect(button).toBeEnabled()
  await expectButtonsInSight(page, 'after a failure', (await overlay.elementHandle()) as ElementHandle<Element>)
  await page.unroute(CALLS, refuse)
}
