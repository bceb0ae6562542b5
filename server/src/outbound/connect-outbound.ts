import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { judgedLookup, type OutboundRules, type Resolve } from './judged-lookup.ts'

const TIMEOUT_MS = 5000

/**
 * A connection to a host that an administrator has registered: its addresses are judged at this use, and exactly these are
 * connected to. The caller has judged name and port.
 *
 * @param to `stopping` also ends the connection that was made
 * @throws Error when there is no connection within five seconds
 */
export async function connectOutbound(
  { host, port, stopping }: { host: string; port: number; stopping?: AbortSignal },
  rules: OutboundRules,
  resolve?: Resolve,
): Promise<Socket> {
  const socket = connect({ host, port, lookup: judgedLookup(rules, resolve) })
  if (stopping !== undefined) addAbortSignal(stopping, socket)
  const tooLong = new Error(`no connection within ${TIMEOUT_MS / 1000} seconds`)
  const timer = setTimeout(() => socket.destroy(tooLong), TIMEOUT_MS)
  try {
    await once(socket, 'connect')
    return socket
  } finally {
    clearTimeout(timer)
  }
}
