import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.mjs'

type Pair = { near: Socket; far: Socket; isForgotten: boolean }

/** What is lost on the way, without an error on either side: as by a firewall that drops packets. */
type Loss = 'nothing' | 'requests' | 'answers' | 'both'

/**
 * A TCP port in front of a PostgreSQL, which behaves like a bad network: it drops what passes in one direction or both, delays
 * it, or forgets the connections that are open and lets new ones pass.
 */
export class Network {
  readonly port: number
  loses: Loss = 'nothing'
  delayMs = 0
  private readonly pairs = new Set<Pair>()
  private readonly listener: Server

  private constructor(port: number, listener: Server) {
    this.port = port
    this.listener = listener
  }

  static async before({ host, port: name }: { host: string; port: number }): Promise<Network> {
    const port = await freePort()
    const listener = createServer({ allowHalfOpen: false })
    const network = new Network(port, listener)
    listener.on('connection', (near) => {
      // A handshake needs both directions: nothing of it reaches the database.
      if (network.loses !== 'nothing') return near.on('error', () => undefined).resume()
      return network.join(near, connect(join(host, `.s.PGSQL.${name}`)))
    })
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return network
  }

  /** From now on nothing passes on the connections that are open, whatever happens to new ones. */
  forgetOpen() {
    for (const pair of this.pairs) pair.isForgotten = true
  }

  close() {
    this.listener.close()
    for (const { near, far } of this.pairs) for (const socket of [near, far]) socket.destroy()
  }

  private join(near: Socket, far: Socket) {
    const pair: Pair = { near, far, isForgotten: false }
    this.pairs.add(pair)
    this.carry(pair, near, far, 'requests')
    this.carry(pair, far, near, 'answers')
  }

  private carry(pair: Pair, from: Socket, to: Socket, what: 'requests' | 'answers') {
    const isLost = () => pair.isForgotten || this.loses === what || this.loses === 'both'
    // One after the other, also when the delay changes meanwhile.
    let arrived = Promise.resolve()
    from.on('error', () => undefined)
    from.on('data', (data) => {
      if (isLost()) {
        // What was lost once is missing for good: the rest of the connection means nothing any more.
        pair.isForgotten = true
        return
      }
      const due = performance.now() + this.delayMs
      arrived = arrived.then(async () => {
        if (due > performance.now()) await sleep(due - performance.now())
        if (!to.destroyed) to.write(data)
      })
    })
    from.on('close', () => {
      this.pairs.delete(pair)
      // A lost packet also loses the end of the connection, until the other side gives up.
      if (!isLost()) void arrived.then(() => to.destroy())
    })
  }
}
