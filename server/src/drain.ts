import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** After so long without a request, what was on its way has been read. */
const QUIET_MS = 250
const QUIET_MAX_MS = 3000
const LOOK_MS = 25

/**
 * Goes on answering while load balancers learn that this server is to get nothing more, and until nothing comes any
 * more: a connection that is closed before its request was read is reset, and whoever asked sees an error.
 *
 * @param seconds how long at least
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
