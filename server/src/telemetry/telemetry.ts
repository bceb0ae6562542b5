import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import type { Context } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { TelemetryConfig } from '../config-telemetry.ts'
import { makeSampler } from './sampler.ts'
import { NOT_SENT, sendLogs } from './send-logs.ts'
import { type RouteOf, traceRequests } from './trace-requests.ts'
import { traceWork } from './trace-work.ts'

/** While the collector does not answer, the log says so this often. */
const COMPLAINT_MS = 60_000

const SCOPE = 'gatehouse'

/** The context of the span that is under way. */
export type Active = AsyncLocalStorage<Context>

type Watched = { server: Server; routeOf: RouteOf; log: Logger; trustProxy: Config['trustProxy'] }

/** Sends traces and logs to the collector that the environment names. @returns what sends the rest, and ends it */
export async function startTelemetry(
  settings: TelemetryConfig,
  { server, routeOf, log, trustProxy }: Watched,
): Promise<() => Promise<void>> {
  logFailures(log)
  const resource = makeResource()
  const active: Active = new AsyncLocalStorage()
  const stops: (() => void)[] = []
  const providers: { shutdown: () => Promise<void> }[] = []
  const { sendsTraces, sendsLogs, sampling, traceDelayMs, logDelayMs } = settings
  if (sendsTraces) {
    const exporter = await traceExporter(settings)
    const sampler = makeSampler(sampling)
    const spanProcessors = [new BatchSpanProcessor({ exporter, scheduledDelayMillis: traceDelayMs })]
    const provider = new TracerProvider({ resource, sampler, spanProcessors })
    const tracer = provider.getTracer(SCOPE)
    stops.push(traceRequests(tracer, active, server, { routeOf, trustProxy }), traceWork(tracer, active))
    providers.push(provider)
  }
  if (sendsLogs) {
    const exporter = await logExporter(settings)
    const processors = [new BatchLogRecordProcessor({ exporter, scheduledDelayMillis: logDelayMs })]
    const provider = new LoggerProvider({ resource, processors })
    stops.push(sendLogs(provider.getLogger(SCOPE), active))
    providers.push(provider)
  }
  return async () => {
    for (const stop of stops) stop()
    await Promise.allSettled(providers.map((provider) => provider.shutdown()))
  }
}

function makeResource() {
  const named = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'gatehouse' }))
    .merge(named)
}

async function traceExporter({ format, headers }: TelemetryConfig) {
  const { OTLPTraceExporter } =
    format === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter({ headers: parseKeyPairsIntoRecord(headers) })
}

async function logExporter({ format, headers }: TelemetryConfig) {
  const { OTLPLogExporter } =
    format === 'http/json'
      ? await import('@opentelemetry/exporter-logs-otlp-http')
      : await import('@opentelemetry/exporter-logs-otlp-proto')
  return new OTLPLogExporter({ headers: parseKeyPairsIntoRecord(headers) })
}

/** A collector that does not answer fails each export. The line is not sent to it, which would fail again. */
function logFailures(log: Logger) {
  let silentUntil = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((error) => {
    const now = performance.now()
    if (now < silentUntil) return
    silentUntil = now + COMPLAINT_MS
    log.warn({ err: error, [NOT_SENT]: true }, 'traces and logs could not be sent')
  })
}
