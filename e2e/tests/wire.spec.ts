import type { Page } from '@playwright/test'
import { expect, test } from '../portal.ts'

/** The bytes transferred for each address, headers included, after the page has loaded and no request is under way. */
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

/** Most systems have Hindi fonts; ours are loaded if they do not. */
const HINDI_FONT = /\/devanagari-[^/]+\.woff2$/

// Headers included; the texts of another language are extra.
for (const [language, button, maxBytes] of [
  ['en', 'Login', 200_000],
  ['hi', 'लॉग इन करें', 211_000],
] as const) {
  test(`a first visit to the sign-in page transfers less than ${maxBytes / 1000} kB, and each file once: ${language}`, async ({
    page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    const bytes = await bytesFor(page, '/login')
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    const own = [...bytes].filter(([url]) => !HINDI_FONT.test(url))
    const total = own.reduce((sum, [, one]) => sum + one, 0)
    expect(total, JSON.stringify([...bytes], null, 1)).toBeLessThan(maxBytes)
    // The browser reports preloaded files that are not used.
    const entries = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    const assets = entries.filter((name) => name.includes('/assets/'))
    expect(assets).toHaveLength(new Set(assets).size)
  })
}

test('a pointer that lies over the sign-in page loads nothing for passkeys, one that moves does', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/ceremony-')) loaded.push(request.url())
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  // Browsers report a move when the page changes below a pointer that rests.
  await page.evaluate(async () => {
    window.dispatchEvent(new PointerEvent('pointermove', { movementX: 0, movementY: 0 }))
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    await fetch('/healthz')
  })
  expect(loaded).toEqual([])
  const request = page.waitForRequest(/\/ceremony-/)
  await page.mouse.move(320, 320)
  await page.mouse.move(340, 340)
  await request
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

test('the dashboard with its tiles transfers less than 230 kB of JavaScript, and pages of an account nothing of the console', async ({
  page,
  portal,
}) => {
  await portal.openSession(portal.person('asha'))
  await page.goto('/dashboard/app', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
  )
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total, JSON.stringify(scripts, null, 1)).toBeLessThan(230_000)
  expect(total).toBeGreaterThan(100_000)
  for (const path of ['profile', 'preferences', 'signInMethods', 'accountActivity', 'requestAccess']) {
    await page.goto(`/dashboard/${path}`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(loaded.filter((name) => name.includes('/console-'))).toEqual([])
    expect(loaded.filter((name) => /shared-.*js$/.test(name))).toHaveLength(1)
  }
})
