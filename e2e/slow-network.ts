import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The longest delay of a request; its answer is delayed as long again. */
const SLOWEST_MS = 750

/**
 * A proxy in front of a product that delays each request of a page by a different time: parts of the web app load late,
 * and answers arrive in another order. Documents and a test's own requests are not delayed.
 */
export async function startSlowNetwork(port: number, productPort: number): Promise<() => Promise<void>> {
  const server = createServer((asked, answer) => void pass(asked, answer, productPort)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

async function pass(asked: IncomingMessage, answer: ServerResponse, port: number): Promise<void> {
  // Only browsers send this header.
  const isSlow = asked.headers['sec-fetch-site'] === 'same-origin' && /^\/(assets|api)\//.test(asked.url ?? '')
  const pause = () => (isSlow ? sleep(Math.random() * SLOWEST_MS) : null)
  await pause()
  const { method, url, headers } = asked
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, async (response) => {
    await pause()
    answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
    response.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  answer.on('close', () => passed.destroy())
  asked.pipe(passed)
}
