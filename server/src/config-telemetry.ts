import type { readersOf } from './config-values.ts'

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

/** `ratio`: the part of all traces that is kept, from 0 to 1. */
export type Sampling = { name: (typeof SAMPLERS)[number]; ratio: number }

export type TelemetryConfig = {
  sendsTraces: boolean
  sendsLogs: boolean
  format: 'http/protobuf' | 'http/json'
  /** Such as a key of the collector: `name=value`, separated by commas. */
  headers: string
  sampling: Sampling
  /** How long what is sent is gathered. */
  traceDelayMs: number
  logDelayMs: number
}

/**
 * The standard variables of OpenTelemetry that select what is sent and how; the exporters read the others themselves.
 * `null`: no collector is named, or nothing is to be sent.
 */
export function readTelemetry({ text, choice, fraction, count }: ReturnType<typeof readersOf>): TelemetryConfig | null {
  const isSent = (exporter: string, endpoint: string | null) =>
    exporter === 'otlp' && (endpoint !== null || text('OTEL_EXPORTER_OTLP_ENDPOINT') !== null)
  const config: TelemetryConfig = {
    sendsTraces: isSent(
      choice('OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp'),
      text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    ),
    sendsLogs: isSent(choice('OTEL_LOGS_EXPORTER', ['otlp', 'none'], 'otlp'), text('OTEL_EXPORTER_OTLP_LOGS_ENDPOINT')),
    format: choice('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json'], 'http/protobuf'),
    headers: text('OTEL_EXPORTER_OTLP_HEADERS') ?? '',
    sampling: {
      name: choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
      ratio: fraction('OTEL_TRACES_SAMPLER_ARG', 1),
    },
    traceDelayMs: count('OTEL_BSP_SCHEDULE_DELAY', 'milliseconds', 5000, [1, 600_000]),
    logDelayMs: count('OTEL_BLRP_SCHEDULE_DELAY', 'milliseconds', 1000, [1, 600_000]),
  }
  const isDisabled = text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true'
  return !isDisabled && (config.sendsTraces || config.sendsLogs) ? config : null
}
