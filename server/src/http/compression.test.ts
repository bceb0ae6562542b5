import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { WEB_DIST } from './web-build.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync } as const

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { host: 'localhost:3000', ...headers }, cookies: admin.cookies })

const LONG = [
  ['a list', permissions.list.path],
  ['a file for spreadsheets', '/api/audit/events.csv'],
  ['the API document', '/openapi.json'],
  ['the program of the API page', '/docs/assets/swagger-ui-bundle.js'],
] as const

/** A file has a hundred lines. */
beforeAll(async () => {
  await server.db.execute(sql`
    insert into audit_events (id, event, ip) select gen_random_uuid(), 'signin.failed', '203.0.113.' || i from generate_series(1, 100) i`)
})

describe.each(LONG)('%s', (_what, url) => {
  test.each(['br', 'gzip'] as const)(
    'is sent in %s to callers that accept it, with a Vary header',
    async (encoding) => {
      const plain = await get(url)
      const { headers, rawPayload } = await get(url, { 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers.vary).toMatch(/accept-encoding/i)
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      if (!url.endsWith('.csv')) expect(UNPACK[encoding](rawPayload)).toEqual(plain.rawPayload)
    },
  )

  test('stays uncompressed for callers that accept neither', async () => {
    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0'])
      expect((await get(url, { 'accept-encoding': accepted })).headers).not.toHaveProperty('content-encoding')
  })
})

test('a list requested by another site is not compressed: its length would reveal its content', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const { headers } = await get(permissions.list.path, { 'accept-encoding': 'br', 'sec-fetch-site': site })
    expect(headers).not.toHaveProperty('content-encoding')
  }
  const own = await get(permissions.list.path, { 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' })
  expect(own.headers['content-encoding']).toBe('br')
})

test('the answer with the CSRF token is never compressed, however long it is', async () => {
  await server.db.pool.query('update users set profile_image = $1', [`data:image/png;base64,${'A'.repeat(4000)}`])
  const { headers, payload } = await get(getSession.path, { 'accept-encoding': 'br, gzip' })
  expect(payload.length).toBeGreaterThan(2000)
  expect(payload).toContain('csrfToken')
  expect(headers).not.toHaveProperty('content-encoding')
})

describe.skipIf(!existsSync(WEB_DIST))('the web app', () => {
  const assets = () => readdirSync(join(WEB_DIST, 'assets'))

  test('is sent as the build compressed it, and cached for good', async () => {
    for (const name of assets().filter((file) => /\.(js|css)\.br$/.test(file))) {
      const url = `/assets/${name.slice(0, -3)}`
      const { headers, rawPayload } = await get(url, { 'accept-encoding': 'gzip, br' })
      expect({ url, encoding: headers['content-encoding'] }).toEqual({ url, encoding: 'br' })
      expect(headers.vary).toMatch(/accept-encoding/i)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-type']).toContain(name.includes('.css') ? 'text/css' : 'javascript')
      expect(brotliDecompressSync(rawPayload)).toEqual((await get(url)).rawPayload)
    }
  })

  test('preloads the files of its first screen, which exist', async () => {
    const { payload, headers } = await get('/login', { 'accept-encoding': 'identity' })
    expect(headers['content-type']).toMatch(/^text\/html/)
    const linked = [...payload.matchAll(/<link rel="(?:modulepreload|preload)"[^>]*href="\/assets\/([^"]+)"/g)]
    expect(linked.map(([, file]) => file)).toContainEqual(expect.stringMatching(/^LoginPage|^sign-in/))
    for (const [, file] of linked) expect(assets()).toContain(file)
    expect((await get('/login', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  })

  test('serves neither the parts built for the server nor compressed files by name', async () => {
    for (const url of ['/index.html', '/first-screens.json', '/index.html.br', '/.vite/manifest.json'])
      expect((await get(url)).statusCode).toBe(404)
  })
})
