import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Counter, Histogram, type Registry } from 'prom-client'
import { requestRouted } from '../signals.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server }

/**
 * Counts and times every answer of the server, whichever part gave it.
 *
 * @param oidcRoute the route of a request that the OpenID Connect provider answers; `null` for all others
 * @returns what ends it
 */
export function countRequests(
  registers: Registry[],
  server: Server,
  oidcRoute: (url: string) => string | null,
): () => void {
  const requests = new Counter({
    name: 'gatehouse_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'gatehouse_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const begun = new WeakMap<IncomingMessage, number>()
  const routes = new WeakMap<IncomingMessage, string>()

  const onStart = (message: unknown) => {
    const { request, server: at } = message as Exchange
    if (at === server) begun.set(request, performance.now())
  }
  const onFinish = (message: unknown) => {
    const { request, response } = message as Exchange
    const since = begun.get(request)
    if (since === undefined) return
    // Paths of visitors are never labels: their number has no limit.
    const route = oidcRoute(request.url ?? '') ?? routes.get(request) ?? 'none'
    requests.inc({ method: request.method ?? '', route, status: response.statusCode })
    seconds.observe({ route }, (performance.now() - since) / 1000)
  }
  subscribe('http.server.request.start', onStart)
  subscribe('http.server.response.finish', onFinish)
  const stopRouting = requestRouted.watch(({ request, route }) => {
    if (route !== undefined) routes.set(request, route)
  })
  return () => {
    unsubscribe('http.server.request.start', onStart)
    unsubscribe('http.server.response.finish', onFinish)
    stopRouting()
  }
}
