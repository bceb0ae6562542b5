import type { Config } from '../../config.ts'
import { deliverOutbound } from '../../outbound/deliver-outbound.ts'
import type { OutboundRules } from '../../outbound/judged-lookup.ts'
import { requestOutbound } from '../../outbound/request-outbound.ts'
import { TryLater } from '../../outbound/try-later.ts'
import type { Written } from './write-item.ts'

type Settings = Pick<Config, 'outboundAllow' | 'outboundCa' | 'publicUrl'> & {
  auditStream: NonNullable<Config['auditStream']>
}

/** Receivers store a batch before they answer. Shorter than the lease (`cursor.ts`), with some time to read the batch. */
const TIMEOUT_MS = 20_000
/** The port of syslog over TLS (RFC 5425 §4.1) and over TCP (RFC 6587 §3.2). */
const PORTS: Record<string, number> = { 'syslog+tls:': 6514, 'syslog+tcp:': 601 }

/**
 * Sends a batch to the configured receiver.
 *
 * @returns a function that throws an Error unless the receiver has confirmed the whole batch, or when the signal comes
 */
export function makeSender({ auditStream, outboundAllow, outboundCa, publicUrl }: Settings) {
  const { url, format, token, ca } = auditStream
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  // The operator has configured this host, so it may lie inside the network.
  const authorities = { outboundCa: ca ?? outboundCa, caSetting: 'AUDIT_STREAM_CA_FILE' }
  const rules: OutboundRules = { outboundAllow: [...outboundAllow, host], ...authorities }
  const port = PORTS[url.protocol]
  if (port !== undefined) {
    const to = { host, port: Number(url.port) || port, isEncrypted: url.protocol === 'syslog+tls:' }
    return (items: Written[], stopping: AbortSignal) => {
      const bytes = Buffer.concat(items.map((item) => syslogFrame(item, publicUrl.hostname)))
      return deliverOutbound({ ...to, bytes, stopping }, rules)
    }
  }
  const headers = {
    'content-type': format === 'json' ? 'application/x-ndjson' : 'text/plain; charset=utf-8',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  return async (items: Written[], stopping: AbortSignal) => {
    const body = items.map(({ text }) => `${text}\n`).join('')
    const { status, retryAfterSeconds } = await requestOutbound(
      { method: 'POST', url: url.href, headers, body, timeoutMs: TIMEOUT_MS, stopping },
      rules,
    )
    if (status >= 200 && status <= 299) return
    const reason = status >= 300 && status <= 399 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
    throw retryAfterSeconds === null ? new Error(reason) : new TryLater(reason, retryAfterSeconds)
  }
}

/** The facility "log audit", with the severities "warning" and "informational" (RFC 5424 §6.2.1). */
const PRIORITY = { suspicious: 13 * 8 + 4, normal: 13 * 8 + 6 }
const MESSAGE_ID_MAX = 32

/** A message of RFC 5424, with its length before it (RFC 5425 §4.3). */
function syslogFrame({ event, at, isSuspicious, text }: Written, hostname: string): Buffer {
  const priority = isSuspicious ? PRIORITY.suspicious : PRIORITY.normal
  const messageId = event.replace(/[^\x21-\x7e]/g, '').slice(0, MESSAGE_ID_MAX) || '-'
  const message = Buffer.from(`<${priority}>1 ${at} ${hostname} gatehouse - ${messageId} - ${text}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}
