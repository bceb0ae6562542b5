import { randomBytes } from 'node:crypto'
import { getSession } from '@gatehouse/contract/session.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let production: TestServer
beforeAll(async () => {
  server = await startTestServer()
  production = await startTestServer({
    config: { mode: 'production', publicUrl: new URL('https://portal.example.com'), masterKey: randomBytes(32) },
  })
})
afterAll(() => Promise.all([server.close(), production.close()]))

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

const ANSWERS: [string, InjectOptions & { url: string }][] = [
  ['a call', { url: '/api/session' }],
  ['a refusal', { url: '/api/launch/tiles' }],
  ['a call that does not exist', { url: '/api/unknown' }],
  [
    'a call that cannot be read',
    { url: '/api/users/login', method: 'POST', payload: '{"email":', headers: { 'content-type': 'application/json' } },
  ],
  [
    'a call of another type',
    { url: '/api/users/login', method: 'POST', payload: '<x/>', headers: { 'content-type': 'text/xml' } },
  ],
  ['a call that is too large', { url: '/api/users/login', method: 'POST', payload: { email: 'x'.repeat(70_000) } }],
  [
    'a call from another site',
    { url: '/api/users/login', method: 'POST', payload: {}, headers: { origin: 'https://evil.example' } },
  ],
  ['a call under another host', { url: '/api/session', headers: { host: 'evil.example' } }],
  ['an address that cannot be read', { url: '/api/launch/%zz' }],
  ['a page', { url: '/' }],
  ['a page that does not exist', { url: '/unknown' }],
  ['a file that does not exist', { url: '/unknown.js' }],
  ['the API page', { url: '/docs' }],
  ['the API document', { url: '/openapi.json' }],
  ['the inbox', { url: '/dev/inbox' }],
  ['a probe', { url: '/healthz' }],
]

const ask = (from: TestServer, request: InjectOptions, host = 'localhost:3000') =>
  from.app.inject({ ...request, headers: { host, ...request.headers } })

describe.each(ANSWERS)('the answer to %s', (_case, request) => {
  test('has every protective header, and none that reveals something about the server (T068)', async () => {
    const { headers } = await ask(server, request)
    expect(headers).toMatchObject(HEADERS)
    for (const revealing of ['server', 'x-powered-by', 'via', 'strict-transport-security'])
      expect(headers).not.toHaveProperty(revealing)
  })

  test('allows no inline and no foreign scripts', async () => {
    const policy = String((await ask(server, request)).headers['content-security-policy'])
    const directives = Object.fromEntries(
      policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
    )
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'form-action': "'self'",
      'frame-src': "'none'",
      // The page of the API document is by another author and writes HTML by script.
      ...(request.url === '/docs' ? {} : { 'require-trusted-types-for': "'script'" }),
    })
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  })

  test('is not cached (T017)', async () => {
    expect((await ask(server, request)).headers['cache-control']).toBe('no-store')
  })

  test('requires https from then on, if the portal has https', async () => {
    const { headers } = await ask(production, request, 'portal.example.com')
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  })
})

test('the inbox does not exist in production', async () => {
  for (const url of ['/dev/inbox', '/dev/inbox.json', '/dev/inbox.css', '/dev/inbox.js']) {
    const { statusCode, payload } = await ask(production, { url }, 'portal.example.com')
    expect({ statusCode, payload }).toEqual({ statusCode: 404, payload: '{"code":404,"msg":"Not found","data":null}' })
  }
})

test('cookies are bound to this host, sent only over https and hidden from scripts (T001)', async () => {
  const { headers } = await ask(server, {
    url: '/api/users/requestLogInOtp',
    method: 'POST',
    payload: { email: 'a@example.com' },
    headers: { 'x-eai-client': 'web' },
  })
  const cookies = [headers['set-cookie']].flat()
  expect(cookies).toHaveLength(1)
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Host-[\w-]+=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('a public call sets no cookie by itself', async () => {
  expect((await server.visitor().call(getSession)).headers).not.toHaveProperty('set-cookie')
})
