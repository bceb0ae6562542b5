import type { Page } from '@playwright/test'
import { expect, test } from '../portal.ts'

const FIRST_VISIT_BYTES = 200_000

/** What the network carried for each address, headers included, once the page has been loaded and nothing is under way. */
async function bytesFor(page: Page, path: string): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const urls = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url?.startsWith('http')) bytes.set(url, (bytes.get(url) ?? 0) + encodedDataLength)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  return bytes
}

test('a first visit to the sign-in page moves less than 200 kB, and each file once', async ({ page }) => {
  const bytes = await bytesFor(page, '/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  const total = [...bytes.values()].reduce((sum, one) => sum + one, 0)
  expect(total, JSON.stringify([...bytes], null, 1)).toBeLessThan(FIRST_VISIT_BYTES)
  // Fetched ahead and then used: a file that is fetched for nothing is named in the console.
  const entries = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const assets = entries.filter((name) => name.includes('/assets/'))
  expect(assets).toHaveLength(new Set(assets).size)
})

test('a second visit loads no file again', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.goto('/login', { waitUntil: 'networkidle' })
  const again = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
      .map(({ name }) => name),
  )
  expect(again).toEqual([])
})
