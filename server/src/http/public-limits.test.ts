import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { anAddress } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer({ config: { mode: 'production' } })
beforeEach(async () => {
  await server.db.execute(sql`truncate throttles`)
})

const get = (url: string, remoteAddress: string) =>
  server.app.inject({ method: 'GET', url, remoteAddress, headers: { host: 'localhost:3000' } })

test.each(['/openapi.json', '/docs/assets/swagger-ui-bundle.js', '/docs/assets/swagger-ui.css'])(
  '%s counts in the general limit of a visitor',
  async (url) => {
    const ip = anAddress()
    expect((await get(url, ip)).statusCode).toBe(200)
    // All but the block of twenty that this server has counted in advance.
    await server.db.execute(sql`update throttles set count = 1200 - 20 where bucket = 'any-requests'`)
    const statuses = []
    for (let times = 0; times < 40; times++) statuses.push((await get(url, ip)).statusCode)
    expect(statuses.slice(-2)).toEqual([200, 429])
    const refused = await get(url, ip)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body.length).toBeLessThan(300)
    expect((await get(url, anAddress())).statusCode).toBe(200)
  },
)

test('however often a server is asked whether it is ready, the database is asked once a second', async () => {
  const ip = anAddress()
  let taken = 0
  const countTaken = () => void taken++
  server.db.pool.on('acquire', countTaken)
  try {
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/readyz', ip)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    for (let times = 0; times < 200; times++) expect((await get('/readyz', ip)).statusCode).toBe(200)
  } finally {
    server.db.pool.off('acquire', countTaken)
  }
  // The server may be at other work, too.
  expect(taken).toBeLessThan(20)
})
