import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { countEvents } from './count-events.ts'
import { countRequests } from './count-requests.ts'
import { makeStateReader } from './read-state.ts'

/** Nobody sends this listener more than a request line and a few headers. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 5000, maxHeaderSize: 8192 }

type Watched = {
  server: Server
  oidcRoute: (url: string) => string | null
}

/**
 * Serves the figures of this server to Prometheus, at an address of its own: the public one answers 404 (ADR 0050).
 *
 * @returns what ends it
 * @throws Error when the address is taken
 */
export async function startMetrics(
  { db, log, config }: Pick<Deps, 'db' | 'log' | 'config'>,
  address: NonNullable<Config['metricsListen']>,
  { server, oidcRoute }: Watched,
): Promise<() => void> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const stops = [countRequests([registry], server, oidcRoute), countEvents([registry])]
  const readState = makeStateReader([registry], db, config, (figure, error) =>
    log.error({ err: error, figure }, 'a figure could not be read'),
  )

  const listener = createServer(TIMEOUTS, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return void response.writeHead(404, { 'content-length': '0' }).end()
    readState()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'the metrics could not be made')
          response.writeHead(500, { 'content-length': '0' }).end()
        },
      )
  })
  listener.listen(address)
  // Rejects when the address is taken.
  await once(listener, 'listening')
  return () => {
    for (const stop of stops) stop()
    listener.close()
    listener.closeAllConnections()
  }
}
