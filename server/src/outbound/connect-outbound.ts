import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { judgedLookup, type OutboundRules, type Resolve } from './judged-lookup.ts'

const TIMEOUT_MS = 5000

/**
 * A connection to a host that an administrator has registered: its addresses are judged at this use, and exactly these are
 * connected to. The caller has judged name and port.
 *
 * @throws Error when there is no connection within five seconds
 */
export async function connectOutbound(
  { host, port }: { host: string; port: number },
  rules: OutboundRules,
  resolve?: Resolve,
): Promise<Socket> {
  const socket = connect({ host, port, lookup: judgedLookup(rules, resolve) })
  const tooLong = new Error(`no connection within ${TIMEOUT_MS / 1000} seconds`)
  const timer = setTimeout(() => socket.destroy(tooLong), TIMEOUT_MS)
  try {
    await once(socket, 'connect')
    return socket
  } finally {
    clearTimeout(timer)
  }
}
