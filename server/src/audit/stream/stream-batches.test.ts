import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'
import { sealLines } from '../chain/seal-lines.ts'
import { claimStream, readLag } from './cursor.ts'
import { makeAuditStream } from './stream.ts'

const ROUND_MS = 50
const FULL = 500

let server: TestServer
let ends: (() => unknown)[]
beforeEach(async () => {
  server = await startTestServer()
  ends = []
})
afterEach(async () => {
  for (const end of ends) await end()
  await server.close()
})

/** A receiver of requests, which notes how many items each has. */
async function aReceiver(answer: (items: number, response: ServerResponse) => unknown) {
  const sizes: number[] = []
  const http = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const items = body.trimEnd().split('\n').length
    sizes.push(items)
    await answer(items, response)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  ends.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return { sizes, url: new URL(`http://localhost:${(http.address() as AddressInfo).port}/in`) }
}

async function aStream(url: URL) {
  const stream = makeAuditStream(server, { url, format: 'json', token: null, ca: null }, ROUND_MS)
  ends.unshift(stream.stop)
  await stream.start()
  return stream
}

async function writeLines(count: number) {
  await server.db.execute(sql`
    insert into audit_events (id, event, detail)
    select gen_random_uuid(), 'users.updated', '{}' from generate_series(1, ${count}::int) n`)
  await sealLines(server.db, server)
}

const mayTryAgain = () => server.db.execute(sql`update audit_stream set leased_until = now() where holder is null`)
const lag = () => readLag(server.db)
const untilAllArrived = () =>
  expect
    .poll(async () => {
      await mayTryAgain()
      return (await lag()).lines
    })
    .toBe(0)

test.each([
  ['413', (response: ServerResponse) => response.writeHead(413).end()],
  ['no answer', (response: ServerResponse) => response.destroy()],
  ['504 of a proxy', (response: ServerResponse) => response.writeHead(504).end()],
])('a receiver that takes only small batches, and to larger ones says %s, gets them halved', async (_what, refuse) => {
  const { sizes, url } = await aReceiver((items, response) =>
    items > 100 ? refuse(response) : response.writeHead(200).end(),
  )
  await writeLines(900)
  await aStream(url)
  await untilAllArrived()
  // Every item of the seal and its lines arrived once, in batches that grew no sooner than after ten of them.
  expect(sizes.slice(0, 14)).toEqual([FULL, 250, 125, ...Array(10).fill(62), 125])
  const arrived = sizes.filter((items) => items <= 100)
  expect(arrived.reduce((sum, items) => sum + items)).toBe(901)
  expect(sizes.filter((items) => items > 100)).toHaveLength(4)
})

test('what another server could not send whole is sent in smaller batches', async () => {
  const { sizes, url } = await aReceiver((items, response) => response.writeHead(items > 300 ? 413 : 200).end())
  await writeLines(600)
  const first = await aStream(url)
  await expect.poll(async () => (await lag()).lastError).toBe('HTTP 413')
  await first.stop()
  await mayTryAgain()
  await aStream(url)
  await expect.poll(async () => (await lag()).lines).toBe(0)
  expect(sizes).toEqual([FULL, 250, 250, 101])
})

test('a receiver that needs longer than other calls get is waited for', async () => {
  const { sizes, url } = await aReceiver(async (_items, response) => {
    await sleep(6000)
    response.writeHead(200).end()
  })
  await writeLines(3)
  await aStream(url)
  await expect.poll(async () => (await lag()).lines).toBe(0)
  expect({ sizes, ...(await lag()) }).toMatchObject({ sizes: [4], lastError: null })
})

test('a receiver that asks to be called later is called by no server until then', async () => {
  const answers = [{ 'retry-after': '3000' }]
  const { sizes, url } = await aReceiver((_items, response) => {
    const asks = answers.shift()
    response.writeHead(asks ? 429 : 200, asks).end()
  })
  await writeLines(3)
  await aStream(url)
  await expect.poll(async () => (await lag()).lastError).toBe('HTTP 429')
  const { rows } = await server.db.execute(sql`
    select leased_until between now() + interval '49 minutes' and now() + interval '50 minutes' as "isAsked" from audit_stream`)
  expect(rows).toEqual([{ isAsked: true }])
  expect(await claimStream(server.db, newId())).toBe(null)
  expect(sizes).toHaveLength(1)
  await untilAllArrived()
})

test('a redirect is not followed, and that is said', async () => {
  const { url } = await aReceiver((_items, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  await writeLines(1)
  await aStream(url)
  await expect.poll(async () => (await lag()).lastError).toBe('HTTP 302: redirects are not followed')
})

const SILENT: [string, () => Promise<URL>][] = [
  ['https', async () => (await aReceiver(() => undefined)).url],
  ['syslog', aSilentCollector],
]

test.each(SILENT)(
  'a server that stops while a receiver by %s is slow lets another one send at once',
  async (_, receiver) => {
    await writeLines(3)
    const stream = await aStream(await receiver())
    await expect.poll(state).toMatchObject({ isHeld: true })
    await stream.stop()
    expect(await state()).toEqual({ isHeld: false, isFree: true, failures: 0 })
  },
)

const state = async () => {
  const { rows } = await server.db.execute(sql`
    select holder is not null as "isHeld", leased_until <= now() as "isFree", failures from audit_stream`)
  return rows[0]
}

/** One that reads everything and never ends a connection. */
async function aSilentCollector() {
  const sockets: Socket[] = []
  const collector = createTcpServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => undefined).resume())
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    collector.close()
  })
  return new URL(`syslog+tcp://localhost:${(collector.address() as AddressInfo).port}`)
}
