import { type Logger, ROOT_CONTEXT, SeverityNumber } from '@opentelemetry/api'
import { logWritten } from '../signals.ts'
import type { Active } from './telemetry.ts'

/** A field of lines about the sending itself. */
export const NOT_SENT = 'notSent'

const SEVERITIES: Record<number, [number: SeverityNumber, text: string]> = {
  10: [SeverityNumber.TRACE, 'TRACE'],
  20: [SeverityNumber.DEBUG, 'DEBUG'],
  30: [SeverityNumber.INFO, 'INFO'],
  40: [SeverityNumber.WARN, 'WARN'],
  50: [SeverityNumber.ERROR, 'ERROR'],
  60: [SeverityNumber.FATAL, 'FATAL'],
}

/** Sends each line of the log, which has no secrets any more, with the span it belongs to. @returns what ends it */
export function sendLogs(logger: Logger, active: Active): () => void {
  return logWritten.watch((line) => {
    const { level, time, msg, pid: _, hostname: __, [NOT_SENT]: isNotSent, ...fields } = JSON.parse(line)
    if (isNotSent) return
    const [severityNumber, severityText] = SEVERITIES[level] ?? [SeverityNumber.UNSPECIFIED, '']
    const context = active.getStore() ?? ROOT_CONTEXT
    logger.emit({ timestamp: time, severityNumber, severityText, body: msg ?? '', attributes: flat(fields), context })
  })
}

/** Nested fields get names such as `req.path`. */
function flat(fields: Record<string, unknown>, prefix = ''): Record<string, string | number | boolean> {
  return Object.assign(
    {},
    ...Object.entries(fields).map(([name, value]) => {
      if (typeof value === 'object' && value !== null)
        return flat(value as Record<string, unknown>, `${prefix}${name}.`)
      return value === null || value === undefined ? {} : { [`${prefix}${name}`]: value }
    }),
  )
}
