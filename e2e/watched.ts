import type { Page } from '@playwright/test'

/** The calls with such an address that the page makes from now on. */
export function watched(page: Page, calls: RegExp): readonly string[] {
  const made: string[] = []
  page.on('request', (request) => {
    if (calls.test(request.url())) made.push(request.url())
  })
  return made
}
