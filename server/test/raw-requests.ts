import { type AddressInfo, createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll } from 'vitest'
import type { TestServer } from './server.ts'

/** Has a server listen, and sends it requests as they are written: HTTP clients would correct or refuse some. */
export function useRawRequests(server: TestServer) {
  const raw = { port: 0, send, sendGet }
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    raw.port = (server.app.server.address() as AddressInfo).port
  })

  async function send(request: string | Buffer) {
    const socket = createConnection(raw.port, '127.0.0.1')
    socket.write(request)
    const answer = await text(socket)
    return { status: Number(answer.split(' ')[1]), answer, body: answer.split('\r\n\r\n').slice(1).join('\r\n\r\n') }
  }

  function sendGet(target: string, headers: string[] = []) {
    return send(
      [`GET ${target} HTTP/1.1`, `Host: localhost:${raw.port}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
    )
  }

  return raw
}
