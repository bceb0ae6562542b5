import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import { DOCUMENT_HEADERS } from './security-headers.ts'
import { WEB_DIST } from './web-page.ts'

const server = useTestServer()

const get = (url: string, accept: string) =>
  server.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000', accept } })

test.each(['/metrics', '/actuator/health', '/status', '/wp-admin', '/constructor', '/dashboards'])(
  'a program that requests %s gets a 404',
  async (url) => {
    const answer = await get(url, '*/*')
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 404, msg: 'Not found', data: null }])
  },
)

describe.runIf(existsSync(join(WEB_DIST, 'index.html')))('the page of the web app', () => {
  const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'

  test.each(['/', '/login', '/Login', '/dashboard/users', '/resetpassword/1', '/applogin', '/404'])(
    'is served at %s',
    async (url) => {
      const answer = await get(url, BROWSER)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html'])
    },
  )

  test.each(['//evil.example', '//evil.example/login', '///'])('is not served at %s', async (url) => {
    expect((await get(url, BROWSER)).statusCode).toBe(404)
  })

  test('is served for an unknown address, with status 404', async () => {
    const answer = await get('/metrics', BROWSER)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html'])
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('comes with scripts, styles and fonts that carry only the headers that apply to them', async () => {
    const files = readdirSync(join(WEB_DIST, 'assets')).filter((file) => /\.(js|css|woff2)$/.test(file))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const { headers } = await get(`/assets/${file}`, '*/*')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      for (const name of DOCUMENT_HEADERS) expect(headers, file).not.toHaveProperty(name)
    }
    const { headers } = await get('/favicon.svg', '*/*')
    for (const name of DOCUMENT_HEADERS) expect(headers, 'a picture is a page when it is opened').toHaveProperty(name)
  })
})
