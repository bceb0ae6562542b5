import { randomBytes } from 'node:crypto'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { login } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { useRawRequests } from '../../test/raw-requests.ts'
import { startTestServer, type TestServer, useTestServer } from '../../test/server.ts'

const server = useTestServer()
const raw = useRawRequests(server)
const { send } = raw
let production: TestServer
beforeAll(async () => {
  production = await startTestServer({
    config: { mode: 'production', publicUrl: new URL('https://portal.example.com'), masterKey: randomBytes(32) },
  })
})
afterAll(() => production.close())

const MISDIRECTED = { code: 421, msg: 'This server does not answer under that host name.', data: null }

const get = (url: string, headers: Record<string, string>, from: Pick<TestServer, 'app'> = server) =>
  from.app.inject({ method: 'GET', url, headers })

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
      expect((await get('/api/session', { host: `${name}:${raw.port}` })).statusCode).toBe(200)
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
          `GET http://localhost:${raw.port}/api/session HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
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
