import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import { startWebServer } from '../../test/web-server.ts'
import { DOCUMENT_HEADERS } from './security-headers.ts'
import { WEB_DIST } from './web-build.ts'

const server = useTestServer()

const get = (url: string, accept: string, encoding = 'identity') =>
  server.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000', accept, 'accept-encoding': encoding } })

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

  test.each([
    ['/dashboard/%ZZ', '/dashboard/%25ZZ'],
    ['/dashboard/user/%E0%A4%A?page=1', '/dashboard/user/%25E0%25A4%25A'],
    ['/login%', '/login%25'],
  ])('says that nothing is found at %s, which no browser makes of a link', async (mistyped, readable) => {
    const answer = await get(mistyped, BROWSER)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, readable])
    expect((await get(readable, BROWSER)).headers['content-type']).toBe('text/html')
  })

  test('leads to no other site from //evil.example/%ZZ', async () => {
    const answer = await get('//evil.example/%ZZ', BROWSER)
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
  })

  test('is served for an unknown address, with status 404', async () => {
    const answer = await get('/metrics', BROWSER)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html'])
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each([
    ['/login', 'LoginPage'],
    ['/resetpassword/5f1c', 'ResetPasswordPage'],
    ['/dashboard/app', 'LauncherPage'],
    ['/dashboard/user', 'users'],
    ['/dashboard/users/5f1c/roles', 'PersonPage'],
  ])('at %s, has the browser fetch what that screen is loaded from', async (url, module) => {
    const { body } = await get(url, BROWSER)
    expect(body).toMatch(new RegExp(`<link rel="modulepreload" crossorigin href="/assets/${module}-[\\w-]+\\.js">`))
  })

  test('names no file that the build does not have', () => {
    const screens = JSON.parse(readFileSync(join(WEB_DIST, 'first-screens.json'), 'utf8')) as Record<string, string[]>
    const files = new Set(Object.values(screens).flat())
    expect(files.size).toBeGreaterThan(30)
    expect([...files].filter((file) => !existsSync(join(WEB_DIST, file)))).toEqual([])
  })

  test('comes with scripts, styles and fonts that carry only the headers that apply to them', async () => {
    const files = readdirSync(join(WEB_DIST, 'assets')).filter((file) => /\.(js|css|woff2)$/.test(file))
    expect(files.length).toBeGreaterThan(10)
    for (const [file, encoding] of files.flatMap((file) => ['identity', 'gzip', 'br'].map((one) => [file, one]))) {
      const { headers } = await get(`/assets/${file}`, '*/*', encoding)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      for (const name of DOCUMENT_HEADERS) expect(headers, `${file}, ${encoding}`).not.toHaveProperty(name)
    }
    const { headers } = await get('/favicon.svg', '*/*')
    for (const name of DOCUMENT_HEADERS) expect(headers, 'a picture is a page when it is opened').toHaveProperty(name)
  })
})

test('a build that takes the place of another is served whole, and one that cannot be read changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-web-'))
  const dist = join(folder, 'dist')
  /** As scripts/setup.mjs does it: written beside the former build, and renamed. The one in an image has no stamp. */
  function build(name: string, page = `<html><head></head><body>${name}</body></html>`, isStamped = true) {
    const next = join(folder, name)
    mkdirSync(join(next, 'assets'), { recursive: true })
    writeFileSync(join(next, 'index.html'), page)
    writeFileSync(join(next, 'first-screens.json'), page && JSON.stringify({ '/login': [`/assets/${name}.js`] }))
    writeFileSync(join(next, 'assets', `${name}.js`), name)
    if (isStamped) writeFileSync(join(next, '.build-stamp'), name)
    if (existsSync(dist)) renameSync(dist, join(folder, `before ${name}`))
    renameSync(next, dist)
  }
  build('first')
  const { app, close } = await startWebServer(dist)
  const served = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
    return statusCode === 200 ? body : statusCode
  }
  const page = (name: string) =>
    `<html><head><link rel="modulepreload" crossorigin href="/assets/${name}.js"></head><body>${name}</body></html>`
  expect([await served('/login'), await served('/assets/first.js')]).toEqual([page('first'), 'first'])
  build('second')
  expect([await served('/assets/second.js'), await served('/login')]).toEqual(['second', page('second')])
  expect(await served('/assets/first.js')).toBe(404)
  build('broken', '')
  expect(await served('/login')).toBe(page('second'))
  rmSync(dist, { recursive: true })
  expect(await served('/login')).toBe(page('second'))
  build('third')
  expect([await served('/login'), await served('/assets/third.js')]).toEqual([page('third'), 'third'])
  build('image', undefined, false)
  expect([await served('/login'), await served('/assets/image.js')]).toEqual([page('image'), 'image'])
  await close()
  rmSync(folder, { recursive: true })
})
