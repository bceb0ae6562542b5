import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { Identity } from './certificates.ts'

/** What a collector of syslog does with a connection after it has read this many bytes of it. */
type Fault = { afterBytes: number; by: 'reset' | 'end' }

/** A message of RFC 5424 without structured data. */
export type SyslogMessage = { priority: number; at: string; hostname: string; id: string; text: string }

/** A collector of syslog over TLS (RFC 5425), as little as a test needs; it shares no code with the sender. */
export async function aSyslogReceiver(identity: Identity) {
  const messages: SyslogMessage[] = []
  const faults: Fault[] = []
  let connections = 0
  const server = createServer(identity, (socket) => {
    connections++
    const fault = faults.shift()
    let rest: Buffer = Buffer.alloc(0)
    let bytes = 0
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (fault !== undefined && bytes >= fault.afterBytes) return breakOff(socket, fault)
      rest = takeMessages(Buffer.concat([rest, chunk]), messages)
    })
  }).listen(0, '127.0.0.1')
  server.on('tlsClientError', () => undefined)
  await once(server, 'listening')
  return {
    messages,
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    /** The next connection ends like this. */
    failNext: (fault: Fault) => faults.push(fault),
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

function breakOff(socket: Socket, { by }: Fault) {
  if (by === 'end') return void socket.pause().end()
  // Unread data make the system reset the connection.
  socket.destroy()
}

const MESSAGE = /^<(\d+)>1 (\S+) (\S+) gatehouse - (\S+) - ([\s\S]*)$/

/** @returns what is left of the bytes: the beginning of a message */
function takeMessages(bytes: Buffer, into: SyslogMessage[]): Buffer {
  for (let from = 0; ; ) {
    const space = bytes.indexOf(' ', from)
    const length = Number(bytes.subarray(from, space).toString())
    if (space < 0 || bytes.length < space + 1 + length) return bytes.subarray(from)
    const message = bytes.subarray(space + 1, space + 1 + length).toString()
    const [, priority, at = '', hostname = '', id = '', text = ''] = MESSAGE.exec(message) ?? []
    if (priority === undefined) throw new Error(`no message of RFC 5424: ${message}`)
    into.push({ priority: Number(priority), at, hostname, id, text })
    from = space + 1 + length
  }
}
