import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { login } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let production: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  production = await startTestServer({
    config: { mode: 'production', publicUrl: new URL('https://portal.example.com'), masterKey: randomBytes(32) },
  })
})
afterAll(() => Promise.all([server.close(), production.close()]))

const MISDIRECTED = { code: 421, msg: 'This server does not answer under that host name.', data: null }

const get = (url: string, headers: Record<string, string>, from = server) =>
  from.app.inject({ method: 'GET', url, headers })

/** Writes a request unchanged, which HTTP clients would correct or refuse. */
async function send(request: string | Buffer) {
  const socket = createConnection(port, '127.0.0.1')
  socket.write(request)
  const answer = await text(socket)
  return { status: Number(answer.split(' ')[1]), answer, body: answer.split('\r\n\r\n').slice(1).join('\r\n\r\n') }
}

const sendGet = (target: string, headers: string[] = []) =>
  send([`GET ${target} HTTP/1.1`, `Host: localhost:${port}`, 'Connection: close', ...headers, '', ''].join('\r\n'))

describe('a request for another host', () => {
  test.each([
    'evil.example',
    'localhost',
    'localhost:1',
    'localhost:3000.evil.example',
    'evil.example:3000',
    '',
    'localhost:3000, evil.example',
    '127.0.0.2:3000',
    '2130706433:3000',
    '[::]:3000',
  ])('is refused: %j', async (host) => {
    for (const path of [
      '/api/session',
      '/',
      '/openapi.json',
      '/docs',
      '/dev/inbox',
      '/dev/inbox.json',
      '/unknown',
      '/healthz/',
      '/readyz/x',
    ]) {
      const answer = await get(path, { host })
      expect(answer.statusCode).toBe(421)
      expect(answer.json()).toEqual(MISDIRECTED)
    }
  })

  test('is refused despite forwarding headers (T064)', async () => {
    const forwarded = {
      'x-forwarded-host': 'localhost:3000',
      'x-host': 'localhost:3000',
      forwarded: 'host=localhost:3000',
      'x-original-host': 'localhost:3000',
    }
    expect((await get('/api/session', { host: 'evil.example', ...forwarded })).statusCode).toBe(421)
    const harmless = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example;proto=https' }
    expect((await get('/api/session', { host: 'localhost:3000', ...harmless })).statusCode).toBe(200)
  })

  test('is answered if it only asks for the health of the server', async () => {
    for (const url of ['/healthz', '/readyz']) expect((await get(url, { host: '10.0.0.7:8080' })).statusCode).toBe(200)
  })

  test('is refused in production also for the names of loopback', async () => {
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1', 'portal.example.com:8080']) {
      expect((await get('/api/session', { host }, production)).statusCode).toBe(421)
    }
    for (const host of ['portal.example.com', 'PORTAL.example.com'])
      expect((await get('/api/session', { host }, production)).statusCode).toBe(200)
  })

  test('is answered in development for each name of this machine with the port of the server', async () => {
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      expect((await get('/api/session', { host: `${name}:${port}` })).statusCode).toBe(200)
    }
  })

  test('is refused without a host, with two, and with an absolute address (T065)', async () => {
    expect((await send('GET /api/session HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400)
    expect((await send('GET /api/session HTTP/1.0\r\n\r\n')).status).toBe(421)
    expect(
      (
        await send(
          'GET /api/session HTTP/1.1\r\nHost: evil.example\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n',
        )
      ).status,
    ).toBe(421)
    expect(
      (
        await send(
          `GET http://localhost:${port}/api/session HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
        )
      ).status,
    ).toBe(421)
  })
})

describe("a change from another site's page", () => {
  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another scheme', { origin: 'https://localhost:3000' }],
    ['a longer host', { origin: 'http://localhost:3000.evil.example' }],
    ['a foreign site without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring site without an origin', { 'sec-fetch-site': 'same-site' }],
  ])('is refused: %s', async (_case, headers: Record<string, string>) => {
    const { email } = await aPerson(server)
    const answer = await server.app.inject({
      method: 'POST',
      url: login.path,
      headers: { host: 'localhost:3000', ...headers },
      payload: { email, password: PASSWORD },
    })
    expect(answer.json()).toMatchObject({ code: 403, data: null })
    expect(await server.inbox(email)).toEqual([])
  })

  test('gets no answer that the other site may read (T009)', async () => {
    const { visitor } = await someoneSignedIn(server)
    const answers = []
    for (const { method, path } of ENDPOINTS) {
      answers.push(
        await server.app.inject({
          method,
          url: path,
          headers: { host: 'localhost:3000', origin: 'https://evil.example' },
          cookies: visitor.cookies,
        }),
      )
    }
    for (const url of ['/api/session', '/openapi.json', '/', '/healthz']) {
      answers.push(
        await server.app.inject({
          method: 'OPTIONS',
          url,
          headers: {
            host: 'localhost:3000',
            origin: 'https://evil.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-csrf-token',
          },
        }),
      )
    }
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test('cannot have a content type that browsers send without a preflight', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await server.app.inject({
        method: 'POST',
        url: login.path,
        headers: { host: 'localhost:3000', 'content-type': type },
        payload: '{"email":"a@example.com","password":"x"}',
      })
      expect(answer.json()).toMatchObject({ code: 415, data: null })
    }
  })
})

describe('a request that two readers might read differently', () => {
  const body = (fields: string) => `{${fields}}`
  const post = (headers: string[], payload: string | Buffer) =>
    send(
      Buffer.concat([
        Buffer.from(
          [
            `POST ${login.path} HTTP/1.1`,
            `Host: localhost:${port}`,
            'Connection: close',
            ...headers,
            `Content-Length: ${Buffer.byteLength(payload)}`,
            '\r\n',
          ].join('\r\n'),
        ),
        Buffer.from(payload),
      ]),
    )
  const JSON_TYPE = 'Content-Type: application/json'
  const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'
  const CREDENTIALS = body('"email":"nobody@example.com","password":"x"')

  test.each<[what: string, headers: string[], payload: string | Buffer, status: number]>([
    ['spaces and a tab around the type', ['Content-Type: \t application/json  '], CREDENTIALS, 401],
    ['the type in capitals', ['Content-Type: APPLICATION/JSON'], CREDENTIALS, 401],
    ['a longer type', ['Content-Type: application/jsonx'], CREDENTIALS, 415],
    ['two types in one header', ['Content-Type: text/plain, application/json'], CREDENTIALS, 415],
    ['a form before JSON', ['Content-Type: application/x-www-form-urlencoded', JSON_TYPE], CREDENTIALS, 415],
    ['JSON as a form', ['Content-Type: application/x-www-form-urlencoded'], CREDENTIALS, 415],
    ['no type', [], CREDENTIALS, 415],
    ['UTF-16', [JSON_TYPE], Buffer.from(CREDENTIALS, 'utf16le'), 400],
    ['UTF-7', ['Content-Type: application/json; charset=utf-7'], '+AHs-+ACI-email+ACI-:1+AH0-', 400],
    ['two values', [JSON_TYPE], CREDENTIALS + CREDENTIALS, 400],
    ['a comment', [JSON_TYPE], `/**/${CREDENTIALS}`, 400],
    ['no quotes', [JSON_TYPE], "{email:'a@example.com',password:'x'}", 400],
    ['a prototype, escaped', [JSON_TYPE], body('"\\u005f\\u005fproto__":{"polluted":1},"email":"a@example.com"'), 400],
    ['half a surrogate pair', [JSON_TYPE], body('"email":"\\ud800@example.com","password":"x"'), 401],
    ['a compressed body', [JSON_TYPE, 'Content-Encoding: gzip'], CREDENTIALS, 415],
  ])('gets a regular answer: %s', async (_what, headers, payload, status) => {
    const answer = await post(headers, payload)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ code: status, msg: expect.stringMatching(/./) })
    expect({}).not.toHaveProperty('polluted')
  })

  test('of a repeated name only the last value counts, and it is judged', async () => {
    const { email } = await aPerson(server)
    const both = (first: string, second: string) =>
      post([JSON_TYPE], body(`"email":"${first}","email":"${second}","password":"${PASSWORD}"`))
    expect((await both('nobody@example.com', email)).status).toBe(200)
    expect((await both(email, 'nobody@example.com')).status).toBe(401)
    expect((await both(email, '')).status).toBe(400)
  })

  test.each<[what: string, headers: string[], payload: string, status: number]>([
    ['a password of 60 kB', [JSON_TYPE], body(`"email":"a@example.com","password":"${'x'.repeat(60_000)}"`), 400],
    ['a password of 100 kB', [JSON_TYPE], body(`"email":"a@example.com","password":"${'x'.repeat(100_000)}"`), 413],
    ['a megabyte', [JSON_TYPE], `"${'x'.repeat(1_000_000)}"`, 413],
    ['a hundred thousand elements', [JSON_TYPE], `[${'1,'.repeat(99_999)}1]`, 413],
    ['two thousand headers', Array.from({ length: 2000 }, (_, index) => `x-${index}: 1`), '', 431],
    ['a thousand cookies', [`Cookie: ${'a=b; '.repeat(5000)}`], '', 431],
  ])('is refused before any work if it has %s', async (_what, headers, payload, status) => {
    const counts = async () =>
      (await server.db.pool.query("select * from throttles where bucket like 'password%' order by bucket, key")).rows
    const before = await counts()
    expect((await post(headers, payload)).status).toBe(status)
    expect(await counts()).toEqual(before)
  })

  test.each<[what: string, request: string, status: number]>([
    ['too large headers', `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'a=b; '.repeat(5000)}\r\n\r\n`, 431],
    ['no request at all', 'Good morning\r\n\r\n', 400],
    ['a method of nobody', 'GIVE / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ])('gets the answer that others get, with its headers: %s', async (_what, request, status) => {
    const refused = await send(request)
    expect(refused.status).toBe(status)
    expect(JSON.parse(refused.body)).toEqual({ code: status, msg: expect.stringMatching(/\.$/), data: null })
    expect(refused.answer).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(refused.answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  })

  test('gets its refusal also if it is still being sent', async () => {
    const piece = Buffer.alloc(50_000, 'x')
    const sendSlowly = async (headers: string[], path: string = login.path) => {
      const socket = createConnection(port, '127.0.0.1')
      const answer = text(socket)
      const close = 'Connection: close'
      socket.write([`POST ${path} HTTP/1.1`, `Host: localhost:${port}`, close, ...headers, '\r\n'].join('\r\n'))
      for (let sent = 0; sent < 20; sent++) {
        await new Promise((done) => socket.write(piece, done))
        // The server may answer between two pieces.
        await setImmediate()
      }
      return Number((await answer).split(' ')[1])
    }
    const length = `Content-Length: ${20 * piece.length}`
    for (let round = 0; round < 10; round++) {
      expect(await sendSlowly([JSON_TYPE, length])).toBe(413)
      expect(await sendSlowly(['Content-Type: text/plain', length])).toBe(415)
      expect(await sendSlowly([JSON_TYPE, 'Origin: https://evil.example', length])).toBe(403)
      expect(
        await sendSlowly([FORM_TYPE, `Authorization: Basic ${btoa(`${randomUUID()}:x`)}`, length], '/oauth2/token'),
      ).toBe(413)
      expect(await sendSlowly([FORM_TYPE, length], '/oauth2/introspect')).toBe(413)
    }
  })

  test.each([
    ['a call', '/api/users/detachClient', JSON_TYPE],
    ['an address of nothing', '/nope', JSON_TYPE],
    ['the provider', '/oauth2/token', FORM_TYPE],
  ])('ends the connection of a caller who never stops, with one answer at most: %s', async (_what, path, type) => {
    const socket = createConnection(port, '127.0.0.1')
    const piece = Buffer.alloc(65_536, 'x')
    const send = () => {
      while (socket.writable && socket.write(piece));
    }
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('drain', send).on('error', () => {})
    const length = 'Content-Length: 100000000000'
    socket.write([`POST ${path} HTTP/1.1`, `Host: localhost:${port}`, type, length, '\r\n'].join('\r\n'))
    send()
    await new Promise((done) => socket.on('close', done))
    // Whoever sends too much may see a reset instead of the answer.
    expect(['', '400', '404', '413']).toContain((answer.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []).join())
  })

  test('gets a regular answer with an address of 8 kB', async () => {
    expect((await sendGet(`/api/session?x=${'y'.repeat(8000)}`)).status).toBe(400)
    expect((await sendGet(`/${'y'.repeat(20_000)}`)).status).toBe(431)
  })
})

describe('another spelling of the path of a call', () => {
  const TRICKS = [
    '//api/launch/tiles',
    '///api/launch/tiles',
    '/api//launch/tiles',
    '/api/./launch/tiles',
    '/./api/launch/tiles',
    '/x/../api/launch/tiles',
    '/api/launch/../launch/tiles',
    '/api/launch%2ftiles',
    '/api%2Flaunch%2Ftiles',
    '/api/launch/tiles/',
    '/api/launch/tiles//',
    '/api/launch/tiles;x=1',
    '/api/launch;x=1/tiles',
    '/api/launch/tiles.',
    '/api/launch/tiles%20',
    '/api/launch/tiles%00',
    '/api/launch/tiles%2f',
    '/API/launch/tiles',
    '/api/Launch/Tiles',
    '/api/launch/TILES',
    '/..%2fapi/launch/tiles',
    '/%2e/api/launch/tiles',
    '/%2e%2e/api/launch/tiles',
    '/api\\launch\\tiles',
    '/api/launch/tiles%',
    '/%zz',
    '/api/launch/tiles%zz',
    '/api/launch/%ff',
    '//',
    '//[',
    '/\\',
    '*',
    'api/launch/tiles',
  ]

  test.each(TRICKS)('gives a visitor no access, and causes no error: %s', async (target) => {
    const { status, body } = await sendGet(target)
    expect(status).toBeLessThan(500)
    expect(body).not.toContain('"code":200')
    if (target.includes('api')) expect([200, 400, 401, 404, 421]).toContain(status)
  })

  test('reaches the call only if it means the same path', async () => {
    const { visitor } = await someoneSignedIn(server)
    const cookie = `Cookie: ${Object.entries(visitor.cookies)
      .map((pair) => pair.join('='))
      .join('; ')}`
    for (const target of [
      '/api/launch/tiles',
      '/api/launch/t%69les',
      '/api/launch/tiles?',
      `http://localhost:${port}/api/launch/tiles`,
    ]) {
      expect((await sendGet(target)).status).toBe(401)
      expect((await sendGet(target, [cookie])).status).toBe(200)
    }
    // The call is reached, and refuses the parameter. Fastify reads what follows a # as a parameter, too.
    for (const target of ['/api/launch/tiles?x=1', '/api/launch/tiles#f']) {
      const { status, body } = await sendGet(target, [cookie])
      expect([status, body]).toEqual([400, expect.stringContaining('There is no such filter')])
    }
    for (const target of TRICKS) expect((await sendGet(target, [cookie])).body).not.toContain('"code":200')
  })

  test('does not bypass the check of the host', async () => {
    for (const target of [
      '/healthz/../api/session',
      '/healthz%2f..%2fapi/session',
      '/readyz;/../api/session',
      '/healthz?/api/session',
    ]) {
      const { status, body } = await send(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
      expect(status).toBe(421)
      expect(body).not.toContain('"code":200')
    }
  })
})
