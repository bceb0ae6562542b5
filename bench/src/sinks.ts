import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { SMTPServer } from 'smtp-server'

// Runs in its own thread: a mail server and an SMS gateway that accept everything, and a gateway that never answers.

export type SinkPorts = { mail: number; sms: number; dead: number }
export type SinkCounts = { mail: number; sms: number; ids: number }

const counts = { mail: 0, sms: 0 }
const ids = new Set<string>()

const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    let head = ''
    stream.on('data', (chunk: Buffer) => {
      if (head.length < 4000) head += chunk.toString('latin1')
    })
    stream.on('end', () => {
      counts.mail++
      ids.add(/^message-id: <([\w-]{36})@/im.exec(head)?.[1] ?? '')
      done(null)
    })
  },
})
mail.on('error', () => undefined)

const sms = createServer((request, response) => {
  request.resume().on('end', () => {
    counts.sms++
    ids.add(String(request.headers['idempotency-key']))
    response.end('{"status":"accepted"}')
  })
})
const dead = createServer(() => undefined)

mail.listen(0, '127.0.0.1')
for (const one of [sms, dead]) one.listen(0, '127.0.0.1')
await Promise.all([mail.server, sms, dead].map((one) => new Promise((resolve) => one.once('listening', resolve))))
const portOf = (one: { address: () => unknown }) => (one.address() as AddressInfo).port
const ports: SinkPorts = { mail: portOf(mail.server), sms: portOf(sms), dead: portOf(dead) }
parentPort?.postMessage(ports)
parentPort?.on('message', () => parentPort?.postMessage({ ...counts, ids: ids.size } satisfies SinkCounts))
