import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAuthority } from '../../../test/certificates.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { aSyslogReceiver } from '../../../test/syslog-receiver.ts'
import { newId } from '../../crypto/ids.ts'
import { sealLines } from '../chain/seal-lines.ts'
import type { TrailItem } from '../chain/trail.ts'
import { verifyTrail } from '../chain/verify.ts'
import { recordAudit } from '../record-audit.ts'
import { claimStream, readLag } from './cursor.ts'
import { makeAuditStream } from './stream.ts'

const authority = anAuthority()
const ROUND_MS = 50

let server: TestServer
let running: { stop: () => Promise<void> }[]
let receivers: { close: () => Promise<void> }[]
beforeEach(async () => {
  server = await startTestServer()
  running = []
  receivers = []
})
afterEach(async () => {
  for (const one of running) await one.stop()
  for (const one of receivers) await one.close()
  await server.close()
})

const aReceiver = async (identity = authority.vouchFor('localhost')) => {
  const receiver = await aSyslogReceiver(identity)
  receivers.push(receiver)
  return receiver
}

type Settings = Partial<Parameters<typeof makeAuditStream>[1]> & { to: string }

async function aStream({ to, ...settings }: Settings) {
  const given = { format: 'json', token: null, ca: authority.cert, ...settings } as const
  const stream = makeAuditStream(server, { url: new URL(to), ...given }, ROUND_MS)
  running.push(stream)
  await stream.start()
  return stream
}

/** Sealed lines, numbered in their details. */
async function writeLines(from: number, to: number) {
  await server.db.execute(sql`
    insert into audit_events (id, event, detail)
    select gen_random_uuid(), 'users.updated', jsonb_build_object('n', n) from generate_series(${from}::int, ${to}::int) n`)
  await sealLines(server.db, server)
}

const itemsOf = (texts: string[]) => texts.map((text) => JSON.parse(text) as TrailItem)
const numbersOf = (items: TrailItem[]) =>
  items.flatMap((item) => ('seal' in item ? [] : [item.line?.detail.n as number]))
const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const mayTryAgain = () => server.db.execute(sql`update audit_stream set leased_until = now() where holder is null`)
const lag = () => readLag(server.db)

async function findingsIn(items: TrailItem[]) {
  const publicKey = createPublicKey(server.keys.auditSeals)
  const verifying = verifyTrail(
    (async function* () {
      yield* items
    })(),
    { anchors: new Map(), publicKey },
  )
  const findings = []
  for await (const finding of verifying) findings.push(finding)
  return findings
}

test('lines arrive in order, in frames of RFC 5424, and what arrived is a trail that can be verified', async () => {
  const { messages, port } = await aReceiver()
  await writeLines(1, 3)
  await recordAudit(server.db, { event: 'signin.failed', detail: { n: 4, text: 'Zeile\n“zwei”' } })
  await sealLines(server.db, server)
  await aStream({ to: `syslog+tls://localhost:${port}` })
  await expect.poll(() => messages).toHaveLength(6)
  const items = itemsOf(messages.map(({ text }) => text))
  expect(numbersOf(items)).toEqual(oneTo(4))
  expect(await findingsIn(items)).toEqual([])
  expect(messages.map(({ id }) => id)).toEqual([
    ...['audit.sealed', 'users.updated', 'users.updated', 'users.updated'],
    ...['audit.sealed', 'signin.failed'],
  ])
  expect(messages.map(({ priority }) => priority)).toEqual([110, 110, 110, 110, 110, 108])
  expect(messages[5]).toMatchObject({
    hostname: 'localhost',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{6}Z$/),
  })
  await expect.poll(lag).toEqual({ lines: 0, seconds: 0, lastError: null })
  // Later lines follow by themselves, and nothing is sent again.
  await writeLines(5, 6)
  await expect.poll(() => numbersOf(itemsOf(messages.map(({ text }) => text)))).toEqual(oneTo(6))
})

test.each(['reset', 'end'] as const)(
  'nothing is missing after the receiver breaks off in the middle: %s',
  async (by) => {
    const { messages, port, failNext, connections } = await aReceiver()
    // Two batches: the second one breaks off.
    failNext({ afterBytes: Number.POSITIVE_INFINITY, by })
    failNext({ afterBytes: 20_000, by })
    await writeLines(1, 900)
    await aStream({ to: `syslog+tls://localhost:${port}` })
    await expect.poll(async () => (await lag()).lastError).not.toBe(null)
    expect(connections()).toBe(2)
    const { lines, seconds } = await lag()
    expect(lines).toBe(900 - 499)
    expect(seconds).toBeGreaterThan(0)
    // What had arrived of the second batch arrives again: at least once.
    const confirmed = messages.splice(500).length
    expect(confirmed).toBeLessThan(400)
    await mayTryAgain()
    await expect.poll(() => messages.length).toBe(901)
    expect(numbersOf(itemsOf(messages.map(({ text }) => text)))).toEqual(oneTo(900))
    await expect.poll(lag).toMatchObject({ lines: 0, lastError: null })
  },
)

test('of two servers one sends; when it stops, the other goes on where it was', async () => {
  const { messages, port } = await aReceiver()
  await writeLines(1, 5)
  const to = `syslog+tls://localhost:${port}`
  const both = await Promise.all([aStream({ to }), aStream({ to })])
  await expect.poll(() => messages.length).toBe(6)
  await expect.poll(lag).toMatchObject({ lines: 0 })
  await writeLines(6, 9)
  const { rows } = await server.db.execute(sql`select 1 from audit_stream where holder is not null`)
  expect(rows).toHaveLength(1)
  await both[0]?.stop()
  await expect.poll(() => messages.length).toBe(11)
  await both[1]?.stop()
  // A server that was killed keeps its lease for half a minute.
  await writeLines(10, 10)
  await server.db.execute(sql`
    update audit_stream set holder = gen_random_uuid(), leased_until = now() + interval '30 seconds'`)
  const third = await aStream({ to })
  await third.stop()
  expect(messages).toHaveLength(11)
  await server.db.execute(sql`update audit_stream set leased_until = now()`)
  await aStream({ to })
  await expect.poll(() => messages.length).toBe(13)
  expect(numbersOf(itemsOf(messages.map(({ text }) => text)))).toEqual(oneTo(10))
})

test.each([
  ['of another name', () => authority.vouchFor('other.example.com'), /does not match|altnames/i],
  [
    'of an unknown authority',
    () => anAuthority('Unknown').vouchFor('localhost'),
    /certificate; .* in AUDIT_STREAM_CA_FILE$/,
  ],
])('a receiver with a certificate %s gets nothing', async (_which, identity, reason) => {
  const { messages, port } = await aReceiver(identity())
  await writeLines(1, 2)
  await aStream({ to: `syslog+tls://localhost:${port}` })
  await expect.poll(async () => (await lag()).lastError).toMatch(reason)
  expect(messages).toEqual([])
  expect((await lag()).lines).toBe(2)
})

test('an https receiver gets the lines with its token, and again until it has accepted them', async () => {
  const received: { token: string | undefined; type: string | undefined; body: string }[] = []
  const statuses = [503, 500]
  const https = createServer(authority.vouchFor('localhost'), async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ token: request.headers.authorization, type: request.headers['content-type'], body })
    response.writeHead(statuses.shift() ?? 202).end()
  }).listen(0, '127.0.0.1')
  await once(https, 'listening')
  receivers.push({ close: async () => void https.close() })
  await writeLines(1, 2)
  const to = `https://localhost:${(https.address() as AddressInfo).port}/in?source=gatehouse`
  await aStream({ to, format: 'cef', token: 'hec-token' })
  for (const tries of [1, 2]) {
    await expect.poll(() => received.length).toBe(tries)
    await expect.poll(async () => (await lag()).lastError).toBe(`HTTP ${tries === 1 ? 503 : 500}`)
    await mayTryAgain()
  }
  await expect.poll(() => received.length).toBe(3)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(received[2]).toMatchObject({ token: 'Bearer hec-token', type: 'text/plain; charset=utf-8' })
  const lines = received[2]?.body.trimEnd().split('\n') ?? []
  expect(lines[0]).toMatch(
    /^CEF:0\|Gatehouse\|Gatehouse\|1\|audit\.sealed\|.* cnt=2 .* cs1=[0-9a-f]{64} cs1Label=hash$/,
  )
  expect(lines.slice(1).map((line) => /msg=(.*)$/.exec(line)?.[1])).toEqual(['{"n":1}', '{"n":2}'])
  await expect.poll(lag).toEqual({ lines: 0, seconds: 0, lastError: null })
})

test('after each failure the wait is longer, and nobody tries before it is over', async () => {
  await writeLines(1, 1)
  const to = 'syslog+tcp://127.0.0.1:1'
  await aStream({ to })
  const waits = []
  for (let tries = 1; tries <= 3; tries++) {
    const state = async () => {
      const { rows } = await server.db.execute<{ failures: number; seconds: number }>(sql`
        select failures, extract(epoch from leased_until - now())::float8 as seconds from audit_stream`)
      return rows[0] as (typeof rows)[0]
    }
    await expect.poll(async () => (await state()).failures).toBe(tries)
    const { seconds } = await state()
    waits.push(Math.ceil(seconds / 5) * 5)
    expect(await claimStream(server.db, newId())).toBe(null)
    await mayTryAgain()
  }
  expect(waits).toEqual([5, 10, 20])
})
