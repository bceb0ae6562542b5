import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { UPLOADS } from '@gatehouse/contract/uploads.ts'
import { query } from '@gatehouse/server/test/processes.ts'
import type { Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { expect, Portal, test } from '../portal.ts'
import type { Product } from '../product.ts'

// Attacks by pages of other sites and by malicious records, on a browser with a session.

// The browser reports all of them to its console, as expected.
test.afterEach(({ problems }) => {
  problems.length = 0
})

const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

/** The contents of every table, without the times at which sessions were used. */
async function recordsOf({ dataDir }: Product): Promise<unknown> {
  return query(
    dataDir,
    `select (select md5(string_agg((to_jsonb(u))::text, '' order by id)) from users u) as users,
      (select md5(string_agg((to_jsonb(s) - 'last_seen_at')::text, '' order by id)) from sessions s) as sessions,
      (select md5(string_agg(to_jsonb(a)::text, '' order by id)) from applications a) as applications,
      (select md5(string_agg(to_jsonb(c)::text, '' order by id)) from clients c) as clients,
      (select md5(string_agg(to_jsonb(r)::text, '' order by id)) from roles r) as roles,
      (select md5(string_agg(to_jsonb(s)::text, '' order by id)) from assignments s) as assignments`,
  )
}

/** A page of another site that sends a form to every call as soon as it is opened, each call with one of the types. */
async function aForeignSite(
  target: string,
  firstType: number,
): Promise<{ port: number; server: Server; forms: number }> {
  const paths = [...ENDPOINTS.filter(({ method }) => method === 'POST'), ...UPLOADS].map(({ path }) => path)
  const forms = paths.map((path, index) => ({ path, type: TYPES[(index + firstType) % TYPES.length] }))
  const html = forms.map(
    ({ path, type }, index) => `<iframe name="f${index}"></iframe>
      <form method="post" action="${target}${path}" enctype="${type}" target="f${index}">
        <input name='{"email":"a@example.com","isActive":false,"x":"' value='"}'><input name="id" value="x"></form>`,
  )
  const page = `<!doctype html>${html.join('')}<script>for (const form of document.forms) form.submit()</script>`
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  ).listen(0)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, server, forms: forms.length }
}

async function signedIn(page: Page, product: Product, name: string) {
  await new Portal(page, product).enterAs(name)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const [firstType, [site, host]] of [
  ['another site', '127.0.0.1'],
  // Another port of the same site, to which the browser sends SameSite cookies.
  ['another origin of this site', 'localhost'],
].entries()) {
  test(`forms of ${site} change nothing, whatever call they are sent to (T005)`, async ({ page, product }) => {
    await signedIn(page, product, 'asha')
    const before = await recordsOf(product)
    const { port, server, forms } = await aForeignSite(product.baseURL, firstType)
    const answered: { status: number; cookie: string | undefined }[] = []
    page.context().on('response', async (response) => {
      if (response.request().method() !== 'POST') return
      const { cookie } = await response.request().allHeaders()
      answered.push({ status: response.status(), cookie })
    })
    await page.goto(`http://${host}:${port}/`)
    await expect.poll(() => answered.length, { timeout: 120_000 }).toBe(forms)
    server.close()
    expect([...new Set(answered.map(({ status }) => status))]).toEqual([403])
    const isSent = answered.some(({ cookie }) => cookie?.includes('__Host-eai_sid'))
    expect(isSent).toBe(host === 'localhost')
    expect(await recordsOf(product)).toEqual(before)
    await page.goto(`${product.baseURL}/dashboard/app`)
    await expect(page.getByRole('button', { name: /Roadside Desk/ })).toBeVisible()
  })
}

test('script requests of other sites change nothing, with their origin, another one or none (T006)', async ({
  page,
  product,
}) => {
  await signedIn(page, product, 'asha')
  const before = await recordsOf(product)
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title>'),
  ).listen(0)
  await once(server, 'listening')
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  const paths = ENDPOINTS.filter(({ method, access }) => method === 'POST' && access !== 'public').map(
    ({ path }) => path,
  )
  let sent = 0
  page.context().on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  const outcomes = await page.evaluate(
    async ({ base, paths }) => {
      const told = new Set<string>()
      for (const path of paths) {
        for (const mode of ['no-cors', 'cors'] as const) {
          const init: RequestInit = { method: 'POST', mode, credentials: 'include', body: '{"id":"x"}' }
          const answer = await fetch(base + path, init).catch(() => null)
          told.add(answer === null ? 'refused' : answer.type)
        }
      }
      // A page without an origin of its own.
      const frame = document.createElement('iframe')
      frame.sandbox.add('allow-scripts')
      frame.srcdoc = `<script>
        Promise.allSettled(${JSON.stringify(paths)}.map((path) =>
          fetch(${JSON.stringify(base)} + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' })))
          .then((all) => parent.postMessage(all.length, '*'))
      </script>`
      const done = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)))
      document.body.append(frame)
      await done
      return [...told]
    },
    { base: product.baseURL, paths },
  )
  server.close()
  // No answer may be readable, although every request was sent.
  expect(outcomes).toEqual(['refused'])
  await expect.poll(() => sent).toBe(3 * paths.length)
  expect(await recordsOf(product)).toEqual(before)
})

const HOSTILE = [
  'javascript:window.owned=1',
  'data:text/html,<script>opener.owned=1</script>',
  ' java\tscript:window.owned=1',
  'vbscript:window.owned=1',
]

/** Stores applications that no form would accept, assigned to a person; removes them afterwards. */
async function withPoisoned({ dataDir }: Product, email: string, use: (names: string[]) => Promise<void>) {
  const ids = HOSTILE.map(() => randomUUID())
  const names = HOSTILE.map((_value, index) => `Poisoned ${index}`)
  for (const [index, value] of HOSTILE.entries()) {
    const mode = ['query', 'form_post', 'oidc'][index % 3]
    await query(
      dataDir,
      `insert into applications (id, name, logo, redirect_url, allowed_url, login_url, logout_uri, redirect_uris,
        post_logout_redirect_uris, backchannel_logout_uri, launch_mode)
      values ($1, $2, $3, $3, $3, $3, $3, array[$3], array[$3], $3, $4)`,
      [ids[index], names[index], value, mode],
    )
    await query(
      dataDir,
      `insert into assignments (id, user_id, application_id, client_id, role)
      select gen_random_uuid(), u.id, $1, (select id from clients where deleted_at is null limit 1), 'User' from users u
      where u.email = $2`,
      [ids[index], email],
    )
    await query(
      dataDir,
      `insert into opened_applications (session_id, application_id)
      select s.id, $1 from sessions s join users u on u.id = s.user_id where u.email = $2 and s.ended_at is null`,
      [ids[index], email],
    )
  }
  await use(names)
  await query(dataDir, 'delete from applications where id = any($1::uuid[])', [ids])
}

test('script addresses in stored records neither run nor navigate', async ({ page, product, context }) => {
  const opened: Page[] = []
  const expectHarmless = async (on: Page) => {
    const found = '[href^="javascript" i], [href^="data" i], [href^="vbscript" i], iframe[src], form[action]'
    expect(await on.locator(found).evaluateAll((all) => all.map((one) => one.outerHTML))).toEqual([])
    expect(await on.evaluate(() => 'owned' in window)).toBe(false)
    for (const tab of opened) expect(['about:blank', '']).toContain(tab.isClosed() ? '' : tab.url())
  }
  await signedIn(page, product, 'asha')
  const { email } = new Portal(page, product).person('asha')
  await withPoisoned(product, email, async (names) => {
    context.on('page', (tab) => opened.push(tab))
    await page.reload()
    for (const name of names) {
      await page.getByRole('button', { name: new RegExp(name) }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectHarmless(page)
    }
    await page.goto('/dashboard/eaiapplication?search=Poisoned')
    await expect(page.getByText('Poisoned 3')).toBeVisible()
    await expectHarmless(page)
    await page.goto('/dashboard/sessions')
    await expect(page.getByText('Poisoned 0').first()).toBeVisible()
    await expectHarmless(page)
    for (const value of HOSTILE) {
      await page.goto(`/appAuth?RedirectUrl=${encodeURIComponent(value)}`)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expectHarmless(page)
    }
    await page.goto('/dashboard/app')
    await page.getByRole('button', { name: 'Account: Asha Rao' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await arrived(page, '**/logout')
    for (const name of names) await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    await expectHarmless(page)
    expect(opened.length).toBeGreaterThan(0)
  })
})

test('an application is opened without a referrer, and without any value of the session', async ({
  page,
  product,
  context,
}) => {
  await signedIn(page, product, 'meera')
  const secret = (await context.cookies()).find(({ name }) => name === '__Host-eai_sid')?.value as string
  expect(secret).toMatch(/^[\w-]{43}$/)
  const foreign: string[] = []
  context.on('request', async (request) => {
    if (request.url().startsWith(product.baseURL) || !request.url().startsWith('http')) return
    // Cookies do not depend on the port, so every server on this machine gets them.
    const { cookie: _, ...headers } = await request.allHeaders()
    foreign.push(JSON.stringify([request.url(), headers, request.postData()]))
  })
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    (async () => {
      await page.getByRole('button', { name: /Roadside Desk/ }).click()
      const dialog = page.getByRole('dialog', { name: 'SSO' })
      await dialog.getByLabel('Clients').selectOption({ label: 'Bharat Assist · Supervisor' })
      await dialog.getByRole('button', { name: 'Submit' }).click()
    })(),
  ])
  await expect(tab.getByText('Signed in as Meera Nair')).toBeVisible()
  await expect.poll(() => foreign.length).toBeGreaterThan(0)
  for (const request of foreign) {
    expect(request).not.toContain(secret)
    expect(request).not.toContain(`"referer":"${product.baseURL}`)
  }
})
