import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { aDataDir, cleanUp, type Running, start } from '../server/test/processes.ts'
import { useTable } from './table.ts'
import { timed, timesOf } from './times.ts'

// T119: callers that send or read as slowly as they can, on many connections.

const CONNECTIONS = Number(process.env.FAULTS_CONNECTIONS ?? 500)
/** A connection on which an answer stands still is closed a minute after its last byte: twice the limit of an idle one. */
const SECONDS = Number(process.env.FAULTS_SECONDS ?? 90)
/** The limits of one request, of headers and of an idle connection, with some room for a busy machine. */
const LONGEST_MS = 45_000

const DRAIN_SECONDS = 60

const line = useTable(`T119: ${CONNECTIONS} slow callers for ${SECONDS} seconds`)

let server: Running
beforeAll(async () => {
  server = await start({ DATA_DIR: aDataDir(), TRUST_PROXY: '127.0.0.1/32' })
})
afterAll(cleanUp)

const HEAD = 'POST /api/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

/** How each kind of caller begins, and what it adds every second. */
const KINDS: Record<string, { begin: string; drip: string; isReading: boolean }> = {
  'slow headers': { begin: 'GET /login HTTP/1.1\r\nHost: localhost\r\n', drip: 'x-a: b\r\n', isReading: true },
  'slow bodies': { begin: `${HEAD}Content-Length: 60000\r\n\r\n{`, drip: ' ', isReading: true },
  'slow readers': {
    begin: 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50),
    drip: '',
    isReading: false,
  },
  'silent connections': { begin: '', drip: '', isReading: true },
}

test.each(Object.entries(KINDS))('%s', async (name, { begin, drip, isReading }) => {
  const { host, port } = new URL(server.origin)
  const lives: number[] = []
  const open = (index: number) => {
    const openedAt = performance.now()
    // Each from an address of its own: what is refused to one address is too short to be read slowly.
    const address = `X-Forwarded-For: 10.0.${index >> 8}.${index & 255}\r\n`
    const text = begin.replaceAll('Host: localhost\r\n', `Host: ${host}\r\n${address}`)
    const socket: Socket = connect(Number(port), '127.0.0.1', () => text !== '' && socket.write(text))
    const dripping = setInterval(() => drip !== '' && socket.writable && socket.write(drip), 1000)
    socket.on('error', () => undefined)
    if (isReading) socket.resume()
    else socket.pause()
    socket.on('close', () => {
      clearInterval(dripping)
      lives.push(performance.now() - openedAt)
    })
    return socket
  }
  const sockets = Array.from({ length: CONNECTIONS }, (_, index) => open(index))
  const times: number[] = []
  let failures = 0
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    const { result, ms } = await timed(() => server.status('/api/session').catch(() => 0))
    times.push(ms)
    if (result !== 200) failures++
    await sleep(50)
  }
  const { median, p95, most } = timesOf(times)
  line(`${name}: others answered, median, p95 and most`, `${median}, ${p95} and ${most} ms`, p95 < 1000)
  line(`${name}: others refused`, failures, failures === 0)
  // A paused socket does not learn that the other side has closed it.
  for (const socket of sockets) socket.resume()
  const countOpen = () => sockets.filter(({ closed }) => !closed).length
  // What the kernel had taken of the answers comes first.
  for (let waited = 0; countOpen() > 0 && waited < DRAIN_SECONDS; waited++) await sleep(1000)
  const open_ = countOpen()
  line(`${name}: still open at the end`, open_, SECONDS * 1000 < LONGEST_MS || open_ === 0)
  if (lives.length > 0)
    line(
      `${name}: closed after at most`,
      `${timesOf(lives).most} ms`,
      isReading ? timesOf(lives).most < LONGEST_MS : true,
    )
  for (const socket of sockets) socket.destroy()
})

test('and the server is as before', async () => {
  line('the server answers', await server.status('/readyz'), (await server.status('/readyz')) === 200)
  line('what it has reported', server.err() || 'nothing', server.err() === '')
})
