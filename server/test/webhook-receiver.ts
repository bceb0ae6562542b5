import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'

export type Receiver = {
  received: Received[]
  url: string
  answer: (response: ServerResponse) => unknown
  close: () => Promise<void>
}
export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A webhook receiver on this machine: records its requests, with configurable answers. */
export async function aReceiver(port = 0, receiver = {} as Receiver) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    received.push({ path: request.url ?? '', headers: request.headers, body })
    receiver.answer(response)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(receiver, {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (response: ServerResponse): unknown => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

/** A receiver of its own for each test of a file. */
export function useReceiver(): Receiver {
  const receiver = {} as Receiver
  beforeEach(async () => {
    await aReceiver(0, receiver)
  })
  afterEach(() => receiver.close())
  return receiver
}

const TOLERANCE_SECONDS = 300

/**
 * A verifier as the specification of Standard Webhooks 1.0 describes it in 'Verifying webhook authenticity', without
 * any code of ours.
 */
export function isAuthentic(secret: string, { headers, body }: Received, seconds = Date.now() / 1000): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  if (Math.abs(seconds - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return String(signatures)
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}

type ReadWebhook = (secret: string, headers: Received['headers'], body: string) => { id: string; type: string }

/** The verifier of docs/integrating.md, unchanged. */
export async function verifierOfGuide(): Promise<ReadWebhook> {
  const guide = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8')
  const code = guide.split('. Webhooks\n')[1]?.match(/```js\n([\s\S]*?)```/)?.[1] ?? ''
  const { readWebhook } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return readWebhook
}
