import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const people: Record<string, object> = {}
const redemptions: { authorization: string | undefined; token: string }[] = []
let portal: Server
let portalUrl: string
let app: ChildProcess
let appUrl: string

beforeAll(async () => {
  portal = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { token } = JSON.parse(body)
    redemptions.push({ authorization: request.headers.authorization, token })
    const data = people[token]
    delete people[token]
    response.writeHead(data ? 200 : 400, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(data ? { code: 200, msg: 'OK', data } : { code: 400, msg: 'Invalid token', data: null }),
    )
  }).listen(0, '127.0.0.1')
  await once(portal, 'listening')
  portalUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  const env = {
    ...process.env,
    PORT: '0',
    PORTAL_URL: `${portalUrl}/`,
    CLIENT_ID: 'roadside',
    CLIENT_SECRET: 'open sesame',
  }
  app = fork(join(import.meta.dirname, 'main.ts'), { env, execArgv: [], silent: true })
  const [{ port }] = await once(app, 'message')
  appUrl = `http://127.0.0.1:${port}`
})

afterAll(() => {
  app.kill()
  portal.close()
})

beforeEach(() => {
  redemptions.length = 0
})

test.each(['/pages/login/sso', '/sso/launch'])('a launch by GET %s signs the person in', async (path) => {
  const cookie = await enter('get-1', asha(), (token) => fetch(`${appUrl}${path}?token=${token}&role=Admin`, manual))
  expect(redemptions).toEqual([{ authorization: `Basic ${btoa('roadside:open%20sesame')}`, token: 'get-1' }])
  const home = await visit(cookie)
  expect(plain(home)).toContain('Signed in as Asha Rao for Acme Insurance as Manager')
  expect(home).toContain('asha@acme.example')
})

test.each(['/pages/login/sso', '/sso/launch'])('a launch by POST %s signs the person in', async (path) => {
  const cookie = await enter('post-1', asha(), (token) =>
    fetch(`${appUrl}${path}`, { ...manual, method: 'POST', body: new URLSearchParams({ oAuthtoken: token }) }),
  )
  expect(plain(await visit(cookie))).toContain('Signed in as Asha Rao')
})

test('the name of the cookie contains the port, and no script may read it', async () => {
  people['cookie-1'] = asha()
  const response = await fetch(`${appUrl}/sso/launch?token=cookie-1`, manual)
  const name = `roadside_sid_${new URL(appUrl).port}`
  expect(response.headers.get('set-cookie')).toMatch(new RegExp(`^${name}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`))
})

test('whoever opens it for somebody else is named, and only as long as they act', async () => {
  const act = { act: { sub: 'u-2', name: 'Bina Das' } }
  const until = Math.floor(Date.now() / 1000) + 60
  const cookie = await enter('act-1', asha({ ...act, acting: { read_only: true, until } }))
  expect(plain(await visit(cookie))).toContain('Opened by Bina Das for Asha Rao for Acme Insurance')
  const over = await enter('act-2', asha({ ...act, acting: { read_only: true, until: until - 61 } }))
  expect(await visit(over)).toContain('You are not signed in')
})

test('a token that the portal refuses starts no session', async () => {
  const response = await fetch(`${appUrl}/sso/launch?token=used-up`, manual)
  expect(response.status).toBe(403)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(await response.text()).toContain(`href="${portalUrl}"`)
})

test('a launch without a token makes no call to the portal', async () => {
  expect((await fetch(`${appUrl}/sso/launch`, manual)).status).toBe(403)
  expect(redemptions).toEqual([])
})

test('a visitor sees where to sign in', async () => {
  const home = await visit('')
  expect(home).toContain('You are not signed in')
  expect(home).toContain(`href="${portalUrl}"`)
})

test('a sign-out by the portal ends exactly the sessions of that sid', async () => {
  const [first, second, other] = [
    await enter('out-1', asha({ sid: 'sid-a' })),
    await enter('out-2', asha({ sid: 'sid-a' })),
    await enter('out-3', asha({ sid: 'sid-b' })),
  ]
  const response = await fetch(`${appUrl}/signed-out?${new URLSearchParams({ iss: portalUrl, sid: 'sid-a' })}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${portalUrl}`)
  expect(await visit(first)).toContain('You are not signed in')
  expect(await visit(second)).toContain('You are not signed in')
  expect(plain(await visit(other))).toContain('Signed in as Asha Rao')
})

test('a sign-out in the name of another issuer ends no session', async () => {
  const cookie = await enter('iss-1', asha({ sid: 'sid-c' }))
  const response = await fetch(
    `${appUrl}/signed-out?${new URLSearchParams({ iss: 'https://evil.example', sid: 'sid-c' })}`,
  )
  expect(response.status).toBe(400)
  expect(plain(await visit(cookie))).toContain('Signed in as Asha Rao')
})

test('signing out here ends only the current session, and is refused from another site', async () => {
  const [mine, other] = [await enter('own-1', asha()), await enter('own-2', asha())]
  const logout = (site: string) =>
    fetch(`${appUrl}/logout`, { ...manual, method: 'POST', headers: { cookie: mine, 'sec-fetch-site': site } })
  await logout('cross-site')
  expect(plain(await visit(mine))).toContain('Signed in as Asha Rao')
  await logout('same-origin')
  expect(await visit(mine)).toContain('You are not signed in')
  expect(plain(await visit(other))).toContain('Signed in as Asha Rao')
})

test('values of the portal are shown as text, never as markup', async () => {
  const cookie = await enter('esc-1', asha({ firstName: '<script>alert(1)</script>', clientName: '"><img src=x>' }))
  const home = await visit(cookie)
  expect(home).not.toContain('<script')
  expect(home).not.toContain('<img')
  expect(home).toContain('&#60;script&#62;')
})

const manual: RequestInit = { redirect: 'manual' }

function asha(changes: object = {}): object {
  return {
    sub: 'u-1',
    sid: 'sid-1',
    email: 'asha@acme.example',
    firstName: 'Asha',
    lastName: 'Rao',
    clientName: 'Acme Insurance',
    role: 'Manager',
    ...changes,
  }
}

/** Launches with a token of the person; returns the cookie of the new session. */
async function enter(
  token: string,
  person: object,
  launch = (token: string) => fetch(`${appUrl}/sso/launch?oAuthtoken=${token}`, manual),
): Promise<string> {
  people[token] = person
  const response = await launch(token)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/')
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function visit(cookie: string): Promise<string> {
  return (await fetch(appUrl, { headers: { cookie } })).text()
}

function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '')
}
