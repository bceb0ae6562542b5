import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook receiver on this machine. The product under test may call `localhost`. */
export async function aReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = { received, url: '', status: 204, answer: '', close: async () => {} }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ headers: request.headers, body })
    response.writeHead(receiver.status).end(receiver.answer)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  receiver.url = `http://localhost:${(server.address() as AddressInfo).port}/hooks`
  receiver.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return receiver
}

/** The signature as a receiver computes it (Standard Webhooks 1.0). */
export function expectedSignature(secret: string, headers: IncomingHttpHeaders, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
