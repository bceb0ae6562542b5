import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { connect } from 'node:tls'
import { connectOutbound } from './connect-outbound.ts'
import { type OutboundRules, type Resolve, trustedBy, withSetting } from './judged-lookup.ts'

const TIMEOUT_MS = 10_000
const TOO_LONG = `not confirmed within ${TIMEOUT_MS / 1000} seconds`
/** Longer than a packet and its answer travel. */
const SETTLE_MS = 250

type Delivery = {
  host: string
  port: number
  isEncrypted: boolean
  bytes: Buffer
  /** Ends it before. */
  stopping: AbortSignal
}

/**
 * Sends bytes over a connection of its own to a receiver that never answers, such as one of syslog, and waits until it
 * has read them all: it then answers the end of the connection with its own end (RFC 5425 §4.4), while one that was
 * stopped before resets the connection. Name and certificate of an encrypted one are checked.
 *
 * @throws Error with a reason that administrators may read, when the receiver may not have everything
 */
export async function deliverOutbound(
  { host, port, isEncrypted, bytes, stopping }: Delivery,
  rules: OutboundRules,
  resolve?: Resolve,
): Promise<void> {
  const plain = await connectOutbound({ host, port, stopping }, rules, resolve)
  const socket = addAbortSignal(stopping, isEncrypted ? encrypt(plain, host, rules) : plain)
  const timer = setTimeout(() => socket.destroy(new Error(TOO_LONG)), TIMEOUT_MS)
  try {
    if (isEncrypted)
      await once(socket, 'secureConnect').catch((cause: Error) => {
        throw new Error(withSetting(cause.message, rules), { cause })
      })
    await confirmed(socket, bytes)
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

function encrypt(plain: Socket, host: string, rules: OutboundRules): Socket {
  const secureContext = trustedBy(rules)
  return connect({
    ...{ socket: plain, host },
    // An address is no name that may be announced (RFC 6066 §3); it is checked as `host`.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(secureContext === undefined ? {} : { secureContext }),
  })
}

function confirmed(socket: Socket, bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let hasAll = false
  const onEnd = () =>
    hasAll ? resolve() : reject(new Error('the receiver closed the connection before it had everything'))
  socket.on('error', reject).on('end', onEnd).on('close', onEnd)
  // What a receiver says has no meaning, but its end is only seen after it.
  socket.resume()
  socket.write(bytes, (error) => {
    if (error) return
    // A receiver that stops at this moment ends the connection before ours has arrived: that is no confirmation.
    setTimeout(() => {
      hasAll = true
      socket.end()
    }, SETTLE_MS)
  })
  return promise
}
