import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anAddress } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { prune } from '../db/prune.ts'
import { keepWebAssets } from './web-assets.ts'
import { WEB_DIST } from './web-build.ts'

const server = useTestServer({ config: { mode: 'production' } })
beforeEach(async () => {
  await server.db.execute(sql`truncate throttles, web_assets`)
})

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

const LONG = `export const long = '${'former '.repeat(400)}'`
const FONT = Buffer.from('774f4632000100', 'hex')

/** The build of a release that this server does not have. */
function aBuild(names: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-assets-'))
  made.push(folder)
  mkdirSync(join(folder, 'assets'))
  for (const [name, content] of Object.entries(names)) writeFileSync(join(folder, 'assets', name), content)
  return folder
}

const get = (url: string, encoding: string, remoteAddress = '203.0.113.7') =>
  server.app.inject({
    url,
    remoteAddress,
    headers: { host: 'localhost:3000', accept: '*/*', 'accept-encoding': encoding },
  })

const keptDays = async () => {
  const { rows } = await server.db.execute<{ name: string; days: number }>(
    sql`select name, extract(day from now() - kept_at)::int as days from web_assets order by name`,
  )
  return Object.fromEntries(rows.map(({ name, days }) => [name, days]))
}
const age = (name: string, days: number) =>
  server.db.execute(sql`
    update web_assets set kept_at = now() - make_interval(days => ${days}, hours => 1) where name = ${name}`)

describe('a file of another release', () => {
  test('is answered with the same content in every encoding, as long as its name is true', async () => {
    const former = aBuild({
      'Editor-aaaaaaaa.js': LONG,
      'Editor-aaaaaaaa.js.br': brotliCompressSync(LONG),
      'Editor-aaaaaaaa.js.gz': 'never kept',
      'short-bbbbbbbb.css': 'a{}',
      'Inter-cccccccc.woff2': FONT,
    })
    expect((await get('/assets/Editor-aaaaaaaa.js', 'br')).statusCode).toBe(404)
    await keepWebAssets(server.db, former)
    const brotli = await get('/assets/Editor-aaaaaaaa.js', 'gzip, deflate, br, zstd')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotli.rawPayload.equals(brotliCompressSync(LONG))).toBe(true)
    const gzip = await get('/assets/Editor-aaaaaaaa.js', 'gzip')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(LONG)
    const plain = await get('/assets/Editor-aaaaaaaa.js', 'identity')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, LONG])
    expect((await get('/assets/short-bbbbbbbb.css', 'br')).body).toBe('a{}')
    expect((await get('/assets/Inter-cccccccc.woff2', 'br')).rawPayload.equals(FONT)).toBe(true)
    const missing = await get('/assets/Editor-zzzzzzzz.js', 'br')
    expect([missing.statusCode, missing.json().msg]).toEqual([404, 'Not found'])
  })

  test.runIf(existsSync(WEB_DIST))('has the headers of a file of the own release', async () => {
    const own = readdirSync(join(WEB_DIST, 'assets'))
    const headersOf = async (name: string, encoding: string) => {
      const { headers, statusCode } = await get(`/assets/${name}`, encoding)
      expect(statusCode, name).toBe(200)
      const { etag, 'last-modified': _modified, 'content-length': _length, date: _date, ...others } = headers
      return others
    }
    for (const type of ['.js', '.css', '.woff2']) {
      const name = own.find((one) => one.endsWith(type) && (type === '.woff2' || own.includes(`${one}.br`))) as string
      const content = type === '.woff2' ? FONT : LONG
      const other = `other-aaaaaaaa${type}`
      await keepWebAssets(server.db, aBuild({ [other]: content, [`${other}.br`]: brotliCompressSync(content) }))
      const expected = await headersOf(name, 'br')
      const { 'accept-ranges': _ranges, ...headers } = expected
      if (type === '.woff2') expect(await headersOf(other, 'br')).toMatchObject({ 'content-type': 'font/woff2' })
      else expect(await headersOf(other, 'br')).toEqual(headers)
    }
  })

  test('stays as it was kept first: nobody replaces it', async () => {
    await keepWebAssets(server.db, aBuild({ 'Editor-aaaaaaaa.js': LONG }))
    await keepWebAssets(server.db, aBuild({ 'Editor-aaaaaaaa.js': 'something else' }))
    expect((await get('/assets/Editor-aaaaaaaa.js', 'identity')).body).toBe(LONG)
  })

  test.each([
    '/assets/../server.js',
    '/assets/%2e%2e/server.js',
    '/assets/a/b.js',
    '/assets/Editor-aaaaaaaa.html',
    '/assets/Editor-aaaaaaaa.js.br',
    '/Editor-aaaaaaaa.js',
  ])('is not looked for at %s', async (url) => {
    await keepWebAssets(server.db, aBuild({ 'Editor-aaaaaaaa.js': LONG }))
    expect((await get(url, 'identity')).statusCode).toBe(404)
  })

  test('counts in the general limit of a visitor, because it costs a query', async () => {
    const ip = anAddress()
    const url = '/assets/Editor-zzzzzzzz.js'
    await get(url, 'br', ip)
    await server.db.execute(sql`update throttles set count = 1200 - 20 where bucket = 'any-requests'`)
    const statuses = []
    for (let times = 0; times < 40; times++) statuses.push((await get(url, 'br', ip)).statusCode)
    expect(statuses.slice(-2)).toEqual([404, 429])
  })
})

describe('the files of a release', () => {
  test('are kept for 30 days after no server has them, and as long as one does', async () => {
    const current = aBuild({ 'new-aaaaaaaa.js': 'new' })
    await keepWebAssets(server.db, aBuild({ 'old-aaaaaaaa.js': 'old', 'older-aaaaaaaa.js': 'older' }))
    await keepWebAssets(server.db, current)
    await age('old-aaaaaaaa.js', 29)
    await age('older-aaaaaaaa.js', 30)
    await age('new-aaaaaaaa.js', 40)
    await keepWebAssets(server.db, current)
    await prune(server.db, async () => {})
    expect(await keptDays()).toEqual({ 'new-aaaaaaaa.js': 0, 'old-aaaaaaaa.js': 29 })
  })

  test('are written once a day at most', async () => {
    const build = aBuild({ 'new-aaaaaaaa.js': 'new' })
    await keepWebAssets(server.db, build)
    const place = async () => (await server.db.execute(sql`select ctid, kept_at from web_assets`)).rows
    const first = await place()
    await keepWebAssets(server.db, build)
    expect(await place()).toEqual(first)
  })

  test('are none where nothing is built', async () => {
    await keepWebAssets(server.db, '/nonexistent')
    expect(await keptDays()).toEqual({})
  })
})
