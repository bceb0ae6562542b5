import { type ChildProcess, fork } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** The sign-in requests, by the codes that the portal has issued for them. */
const codes = new Map<string, { challenge: string; nonce: string; sid: string }>()
/** Whether the portal answers 503. */
let isAway = false
let portal: Server
let portalUrl: string
let app: ChildProcess
let appUrl: string

beforeAll(async () => {
  portal = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (isAway) {
      response.writeHead(503).end()
      return
    }
    const answer = answers[request.url ?? '']?.(new URLSearchParams(body)) ?? null
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(portal, 'listening')
  portalUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  const env = { ...process.env, PORT: '0', PORTAL_URL: portalUrl, CLIENT_ID: 'roadside', CLIENT_SECRET: 'open sesame' }
  app = fork(join(import.meta.dirname, 'main.ts'), { env, execArgv: [], silent: true })
  const [{ port }] = await once(app, 'message')
  appUrl = `http://127.0.0.1:${port}`
})

afterAll(() => {
  app.kill()
  portal.close()
})

const answers: Record<string, (form: URLSearchParams) => object | null> = {
  '/.well-known/openid-configuration': () => ({
    issuer: portalUrl,
    authorization_endpoint: `${portalUrl}/oauth2/authorize`,
    token_endpoint: `${portalUrl}/oauth2/token`,
    userinfo_endpoint: `${portalUrl}/oauth2/userinfo`,
    jwks_uri: `${portalUrl}/oauth2/jwks`,
  }),
  '/oauth2/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] }),
  '/oauth2/token': (form) => {
    const code = codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.challenge !== challenge) return null
    return { access_token: 'at', id_token: token({ sub: 'u-1', sid: code.sid, nonce: code.nonce }) }
  },
  '/oauth2/userinfo': () => ({
    sub: 'u-1',
    name: 'Asha Rao',
    email: 'asha@acme.example',
    [`${portalUrl}/claims/client`]: { name: 'Acme Insurance' },
    [`${portalUrl}/claims/role`]: 'Manager',
  }),
}

function token(claims: object, header: object = {}, key: KeyObject = privateKey): string {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: portalUrl, aud: 'roadside', iat: now, exp: now + 60, ...claims }
  const text = [{ alg: 'RS256', kid: 'k1', ...header }, all]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

const get = (path: string, cookie = '') => fetch(appUrl + path, { redirect: 'manual', headers: { cookie } })

/** Starts a sign-in as a browser does; returns the parameters of the request and the cookie that binds it. */
async function begin(path = '/login') {
  const response = await get(path)
  const request = new URL(response.headers.get('location') ?? '').searchParams
  return { request, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** The answer of the portal to a sign-in that was begun in a browser. */
async function answered(sid: string, changes: { nonce?: string; iss?: string } = {}) {
  const { request, cookie } = await begin()
  const code = crypto.randomUUID()
  codes.set(code, {
    challenge: request.get('code_challenge') ?? '',
    nonce: changes.nonce ?? request.get('nonce') ?? '',
    sid,
  })
  const query = new URLSearchParams({ code, state: request.get('state') ?? '', iss: changes.iss ?? portalUrl })
  return { query, cookie }
}

async function signIn(...asked: Parameters<typeof answered>) {
  const { query, cookie } = await answered(...asked)
  const response = await get(`/callback?${query}`, cookie)
  return { response, session: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', query, cookie }
}

const home = async (cookie: string) => (await (await get('/', cookie)).text()).replaceAll(/<[^>]*>/g, '')

test('a sign-in starts at the portal, for the given client', async () => {
  const { request } = await begin(`/login?${new URLSearchParams({ iss: portalUrl, client: 'c-7' })}`)
  expect(Object.fromEntries(request)).toMatchObject({
    client_id: 'roadside',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `http://localhost:${new URL(appUrl).port}/callback`,
    client: 'c-7',
  })
  expect((await get('/login?iss=https://evil.example')).status).toBe(400)
})

test('its answer signs the person in, once', async () => {
  const { response, session, query, cookie } = await signIn('sid-1')
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  expect(await home(session)).toContain('Signed in as Asha Rao for Acme Insurance as Manager')
  expect((await get(`/callback?${query}`, cookie)).status).toBe(403)
})

test('several tabs of a browser begin a sign-in, and each ends its own', async () => {
  const tabs = [await answered('sid-1'), await answered('sid-2')]
  const cookies = tabs.map(({ cookie }) => cookie).join('; ')
  for (const { query } of tabs) expect((await get(`/callback?${query}`, cookies)).status).toBe(303)
})

test('an answer in another browser, of another issuer or to another request is refused', async () => {
  const { request } = await begin()
  expect((await get(`/callback?${new URLSearchParams({ code: 'x', state: request.get('state') ?? '' })}`)).status).toBe(
    403,
  )
  expect((await signIn('sid-1', { iss: 'https://evil.example' })).response.status).toBe(403)
  expect((await signIn('sid-1', { nonce: 'another' })).response.status).toBe(403)
})

test('while the portal has no answer, pages say so, and a logout token is to be sent again', async () => {
  const { query, cookie } = await answered('sid-away')
  isAway = true
  try {
    const pages = [await get('/login'), await get(`/callback?${query}`, cookie)]
    for (const page of pages) {
      expect(page.status).toBe(502)
      expect(await page.text()).toContain('The portal does not answer. Please try again in a moment.')
    }
    expect((await tell(token({ ...LOGOUT, sid: 'sid-away' }, LOGOUT_HEADER))).status).toBe(502)
  } finally {
    isAway = false
  }
})

const LOGOUT = { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }
const LOGOUT_HEADER = { typ: 'logout+jwt' }
const tell = (logout_token: string) =>
  fetch(`${appUrl}/backchannel-logout`, { method: 'POST', body: new URLSearchParams({ logout_token }) })

test('a logout token ends exactly the sessions of its sid', async () => {
  const [first, other] = [await signIn('sid-a'), await signIn('sid-b')]
  expect((await tell(token({ ...LOGOUT, sid: 'sid-a' }, LOGOUT_HEADER))).status).toBe(200)
  expect(await home(first.session)).toContain('You are not signed in')
  expect(await home(other.session)).toContain('Signed in as Asha Rao')
})

test.each<[string, () => string]>([
  [
    'unsigned',
    () => `${token({ ...LOGOUT, sid: 'sid-c' }, { ...LOGOUT_HEADER, alg: 'none' }).replace(/\.[^.]*$/, '.')}`,
  ],
  ['of another algorithm', () => token({ ...LOGOUT, sid: 'sid-c' }, { ...LOGOUT_HEADER, alg: 'HS256' })],
  ['of another signer', () => token({ ...LOGOUT, sid: 'sid-c' }, LOGOUT_HEADER, stranger)],
  ['of another issuer', () => token({ ...LOGOUT, sid: 'sid-c', iss: 'https://evil.example' }, LOGOUT_HEADER)],
  ['for another application', () => token({ ...LOGOUT, sid: 'sid-c', aud: 'other' }, LOGOUT_HEADER)],
  ['without its event', () => token({ sid: 'sid-c' }, LOGOUT_HEADER)],
  ['with another event', () => token({ sid: 'sid-c', events: { other: {} } }, LOGOUT_HEADER)],
  ['with a nonce', () => token({ ...LOGOUT, sid: 'sid-c', nonce: 'n' }, LOGOUT_HEADER)],
  ['of another type', () => token({ ...LOGOUT, sid: 'sid-c' })],
  ['that is too old', () => token({ ...LOGOUT, sid: 'sid-c', exp: 1 }, LOGOUT_HEADER)],
])('a logout token %s is refused', async (_case, make) => {
  const { session } = await signIn('sid-c')
  expect((await tell(make())).status).toBe(400)
  expect(await home(session)).toContain('Signed in as Asha Rao')
})
