import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { anAddress, someoneSignedIn } from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { WEB_DIST } from '../http/web-build.ts'

const server = useTestServer({ config: { mode: 'production' } })
beforeEach(() => server.db.execute(sql`truncate throttles`))

const PICTURE = `/uploads/${'0'.repeat(32)}.png`
const HTML = 'text/html'

const get = (
  url: string,
  remoteAddress: string,
  { cookies }: Pick<Visitor, 'cookies'> = { cookies: {} },
  accept = HTML,
) => server.app.inject({ url, remoteAddress, headers: { host: 'localhost:3000', accept }, cookies })

/** Sends one request, after which 39 are left of the minute: the rest of this server's block, and another block. */
async function useUp(url: string, ip: string) {
  await get(url, ip)
  await server.db.execute(sql`update throttles set count = 1200 - 20 where bucket = 'any-requests'`)
}

async function statusesOf(count: number, url: string, ip: string, visitor?: Visitor) {
  const statuses = []
  for (let times = 0; times < count; times++) statuses.push((await get(url, ip, visitor)).statusCode)
  return statuses
}

test('pictures requested by visitors count in the general limit of their address', async () => {
  const ip = anAddress()
  await useUp(PICTURE, ip)
  expect(await statusesOf(41, PICTURE, ip)).toEqual([...Array(39).fill(404), 429, 429])
  const refused = await get(PICTURE, ip)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await get(getSession.path, ip)).statusCode).toBe(429)
  const { rows } = await server.db.execute(
    sql`select detail from audit_events where event = 'access.throttled' and ip = ${ip}`,
  )
  expect(rows).toEqual([{ detail: { limit: 'any-requests' } }])
})

test('pictures requested with a session do not count, but with an invented one they do', async () => {
  const { visitor } = await someoneSignedIn(server)
  const ip = anAddress()
  await useUp(PICTURE, ip)
  const stranger = server.visitor()
  stranger.cookies['__Host-eai_sid'] = 'A'.repeat(43)
  expect((await statusesOf(41, PICTURE, ip, stranger)).at(-1)).toBe(429)
  expect(await statusesOf(5, PICTURE, ip, visitor)).toEqual(Array(5).fill(404))
})

test.runIf(existsSync(join(WEB_DIST, 'index.html')))(
  'pages count, too, and the refusal is shown on the page',
  async () => {
    const { visitor } = await someoneSignedIn(server)
    const ip = anAddress()
    await useUp('/login', ip)
    expect((await statusesOf(40, '/login', ip)).slice(-2)).toEqual([200, 429])
    const refused = await get('/login', ip)
    expect(refused.headers).toMatchObject({ 'content-type': HTML, 'retry-after': expect.anything() })
    expect(refused.body).toContain('<div id="root">')
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await get('/dashboard', ip, visitor)).statusCode).toBe(200)
    // Static files of the page are the same for everybody, and cause no query.
    expect((await get('/favicon.svg', ip)).statusCode).toBe(200)
  },
)
