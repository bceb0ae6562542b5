import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Config } from '../config.ts'
import { requestRouted } from '../signals.ts'
import type { Active } from './telemetry.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server }

/** The route of a request that the router does not know; `null`: there is none. */
export type RouteOf = (url: string) => string | null

/** Load balancers ask these every second or two. */
const IS_PROBE = /^\/(healthz|readyz)(\?|$)/

const propagator = new W3CTraceContextPropagator()
const headers = {
  get: (from: IncomingMessage, name: string) => from.headers[name],
  keys: (from: IncomingMessage) => Object.keys(from.headers),
}

/** One span for each request, from its arrival to the end of its answer. @returns what ends it */
export function traceRequests(
  tracer: Tracer,
  active: Active,
  server: Server,
  { routeOf, trustProxy }: { routeOf: RouteOf } & Pick<Config, 'trustProxy'>,
): () => void {
  const spans = new WeakMap<IncomingMessage, Span>()
  const isTrusted = proxyAddr.compile(trustProxy)

  /** Only an own proxy may say of which trace a request is part, and whether that is kept. */
  const parentOf = (request: IncomingMessage): Context =>
    isTrusted(request.socket.remoteAddress ?? '', 0) ? propagator.extract(ROOT_CONTEXT, request, headers) : ROOT_CONTEXT

  const onStart = (message: unknown) => {
    const { request, response, server: at } = message as Exchange
    if (at !== server || IS_PROBE.test(request.url ?? '')) return
    const method = request.method ?? ''
    const parent = parentOf(request)
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
      parent,
    )
    spans.set(request, span)
    // Whatever this request causes is started from here on.
    active.enterWith(trace.setSpan(parent, span))
    const route = routeOf(request.url ?? '')
    if (route !== null) nameSpan(span, method, route)
    response.once('close', () => {
      span.setAttribute('http.response.status_code', response.statusCode)
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      // The caller went away before the end of the answer.
      if (!response.writableFinished) span.setAttribute('error.type', 'aborted')
      span.end()
    })
  }
  subscribe('http.server.request.start', onStart)
  const stopRouting = requestRouted.watch(({ request, route }) => {
    const span = spans.get(request)
    if (span !== undefined && route !== undefined) nameSpan(span, request.method ?? '', route)
  })
  return () => {
    unsubscribe('http.server.request.start', onStart)
    stopRouting()
  }
}

function nameSpan(span: Span, method: string, route: string) {
  span.updateName(`${method} ${route}`)
  span.setAttribute('http.route', route)
}
