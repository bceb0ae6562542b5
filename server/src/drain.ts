import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** After so long without a request, all requests on their way have arrived. */
const QUIET_MS = 250
const QUIET_MAX_MS = 3000
const LOOK_MS = 25

/**
 * Goes on answering until load balancers have noticed that this server stops, and no more requests arrive: closing a
 * connection before its request was read resets it, and the caller sees an error.
 *
 * @param seconds the shortest time
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  const least = performance.now() + seconds * 1000
  let lastAsked = performance.now()
  const note = () => {
    lastAsked = performance.now()
  }
  server.on('connection', note)
  server.on('request', note)
  const isOver = (now: number) => now >= least && (now - lastAsked >= QUIET_MS || now >= least + QUIET_MAX_MS)
  while (!isOver(performance.now())) await sleep(LOOK_MS)
}
