import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { partsBehindSignIn } from '../../bench/src/bundles.ts'
import { arrived } from '../arrived.ts'
import { addPasskey, anAuthenticator } from '../authenticator.ts'
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

type Call = { path: string; from: number; to: number }

/** The requests of a page that are answered from now on, with the moments between which each was under way; files are cached. */
function callsOf(page: Page): () => Call[] {
  const calls: Call[] = []
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing()
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/assets/')) calls.push({ path: pathname, from: startTime, to: startTime + responseEnd })
  })
  return () => calls.toSorted((one, other) => one.to - other.to)
}

/** How many of them follow each other, each begun after the one before was answered: never fewer than the round trips. */
function depthOf(calls: readonly Call[]): number {
  let [depth, free] = [0, 0]
  for (const { from, to } of calls)
    if (from >= free) {
      depth += 1
      free = to
    }
  return depth
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

test('the JavaScript of the sign-in page is 180 kB or less with gzip, and has neither passkeys nor QR codes', async ({
  page,
}) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  expect(scripts.length).toBeGreaterThan(2)
  expect(scripts.filter((name) => /\/(ceremony|qr)[^/]*$/i.test(name))).toEqual([])
  const bytes = await Promise.all(
    scripts.map(async (name) => gzipSync(await (await page.request.get(name)).body()).length),
  )
  const total = bytes.reduce((sum, one) => sum + one, 0)
  expect(
    total,
    JSON.stringify(
      scripts.map((name, at) => [name, bytes[at]]),
      null,
      1,
    ),
  ).toBeLessThanOrEqual(180_000)
})

test('from the sign-in page to that of the launcher a passkey takes three round trips at most', async ({
  context,
  page,
  portal,
}) => {
  const authenticator = await anAuthenticator(context, page)
  await portal.enterAs('meera')
  await addPasskey(page)
  await authenticator.setPresent(false)
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await page.waitForLoadState('networkidle')
  await authenticator.setPresent(true)

  const calls = callsOf(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await arrived(page, '**/dashboard/**')
  // The challenge, the signature, and the page; what the page itself loads then is that of every visit.
  const made = calls()
  const upToPage = made.slice(0, made.findIndex(({ path }) => path.startsWith('/dashboard')) + 1)
  expect(upToPage.length, JSON.stringify(made, null, 1)).toBeGreaterThan(2)
  expect(depthOf(upToPage), JSON.stringify(made, null, 1)).toBeLessThanOrEqual(3)
  await authenticator.setPresent(false)
})

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

test('a first visit at any page of the console or of an account transfers less than 330 kB of JavaScript', () => {
  const parts = partsBehindSignIn()
  expect(parts.length).toBeGreaterThan(50)
  expect(parts.filter(({ kb }) => kb >= 330)).toEqual([])
})

test('each answer to a page is encrypted to a key of its own', async ({ page, portal }) => {
  const keys: string[] = []
  page.on('request', (request) => {
    const key = request.headers()['x-eai-rk']
    if (key !== undefined) keys.push(key)
  })
  await portal.enterAs('diya')
  await page.getByRole('link', { name: 'My applications and sessions' }).click()
  await arrived(page, ({ pathname }) => pathname === '/dashboard/sessions')
  await page.waitForLoadState('networkidle')
  expect(keys.length).toBeGreaterThan(2)
  expect(new Set(keys).size).toBe(keys.length)
})
