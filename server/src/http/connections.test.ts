import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { basic, changeApplication, portOf, send, someoneWithOidc, useListening } from '../../test/relying-party.ts'

const server = useListening()

const HEAD = 'GET /healthz HTTP/1.1\r\nhost: localhost:3000\r\n'

async function aConnection(): Promise<Socket> {
  const socket = connect({ port: portOf(server), host: '127.0.0.1' }).setEncoding('utf8')
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket): Promise<string> {
  socket.write(`${HEAD}\r\n`)
  const [answer] = await once(socket, 'data')
  return answer
}

describe('an idle connection', () => {
  test('is kept for longer than proxies and HTTP clients keep theirs', async () => {
    const { headers } = await send(server, '/healthz', { headers: { connection: 'keep-alive' } })
    // nginx and AWS keep an idle connection for 60 seconds, Go and Traefik for 90, Caddy for 120, Google for 600.
    expect(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1])).toBeGreaterThan(600)
  })

  test('serves the next request', async () => {
    const socket = await aConnection()
    for (const _again of [1, 2]) expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  test('and a new one end when their request does not become complete', { timeout: 30_000 }, async () => {
    const used = await aConnection()
    await ask(used)
    const silent = await aConnection()
    const began = await aConnection()
    const askedAt = performance.now()
    used.write(HEAD)
    began.write(HEAD)
    await Promise.all([used, silent, began].map((socket) => once(socket.resume(), 'close')))
    expect(performance.now() - askedAt).toBeLessThan(20_000)
  })
})

test('an application that disconnects before its answer is no error of the log', async () => {
  const { application } = await someoneWithOidc(server)
  await changeApplication(server, application.id, { oauth_grants: ['client_credentials'] })
  const errors: unknown[] = []
  server.log.error = (...said: unknown[]) => void errors.push(said)
  const body = 'grant_type=client_credentials'
  const authorization = basic(application).authorization
  const gone = new Promise<IncomingMessage>((resolve) => {
    server.app.server.once('request', (request: IncomingMessage) => {
      // Its caller is gone before the answer, and after the whole request.
      request.once('end', () => socket.resetAndDestroy())
      request.socket.once('close', () => resolve(request))
    })
  })
  const socket = await aConnection()
  // The library answers requests with an origin.
  socket.write(
    `POST /oauth2/token HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: ${authorization}\r\n` +
      `origin: https://page.example.com\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const { complete, socket: theirs } = await gone
  expect([complete, (theirs.errored as NodeJS.ErrnoException).code]).toEqual([true, 'ECONNRESET'])
  // An answer that comes later proves that the log has its line by now.
  expect(
    (await send(server, '/oauth2/token', { form: { grant_type: 'client_credentials' }, headers: basic(application) }))
      .status,
  ).toBe(200)
  expect(errors).toEqual([])
})
