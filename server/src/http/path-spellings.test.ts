import { describe, expect, test } from 'vitest'
import { someoneSignedIn } from '../../test/builders.ts'
import { useRawRequests } from '../../test/raw-requests.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const raw = useRawRequests(server)
const { send, sendGet } = raw

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
      `http://localhost:${raw.port}/api/launch/tiles`,
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
