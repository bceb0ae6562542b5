import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Called = { method: string; url: URL; headers: IncomingHttpHeaders; body: string }

/** An SMS gateway on this machine that answers as it is told to, and keeps what it was sent. */
export async function anSmsGateway() {
  const calls: Called[] = []
  let answerWith = (response: ServerResponse, _called: Called): void => void response.end('Sent')
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const called = { method, url: new URL(url, 'http://localhost'), headers, body: await text(request) }
    calls.push(called)
    answerWith(response, called)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return {
    calls,
    url: `http://localhost:${(server.address() as AddressInfo).port}/send`,
    answer: (how: typeof answerWith) => {
      answerWith = how
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
