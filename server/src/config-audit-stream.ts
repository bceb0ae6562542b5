import { type Env, LOOPBACK_HOSTS, type readersOf } from './config-values.ts'

/** To which other system lines and seals of the audit are sent. */
export type AuditStream = {
  /** `syslog+tls:`, `syslog+tcp:`, `https:` or `http:`. */
  url: URL
  format: 'json' | 'cef'
  /** For an https receiver; `null`: it asks for none. */
  token: string | null
  /** Certificates, as PEM, of the receiver's own authority, which is trusted in addition. */
  ca: string | null
}

/** The unencrypted ones are for this machine and for hosts that the operator has listed. */
const PROTOCOLS: Record<string, { isEncrypted: boolean; isSyslog: boolean }> = {
  'syslog+tls:': { isEncrypted: true, isSyslog: true },
  'syslog+tcp:': { isEncrypted: false, isSyslog: true },
  'https:': { isEncrypted: true, isSyslog: false },
  'http:': { isEncrypted: false, isSyslog: false },
}

/** @param faults gets a sentence for each fault; the result must then not be used */
export function readAuditStream(
  env: Env,
  { text, choice, certificates }: ReturnType<typeof readersOf>,
  outboundAllow: readonly string[],
  faults: string[],
): AuditStream | null {
  const address = text('AUDIT_STREAM_URL')
  const format = choice('AUDIT_STREAM_FORMAT', ['json', 'cef'], 'json')
  const ca = certificates('AUDIT_STREAM_CA_FILE')
  const token = env.AUDIT_STREAM_TOKEN || null
  if (address === null) return null
  const url = URL.parse(address)
  const fault = url === null ? NO_ADDRESS : faultOf(url, token, outboundAllow)
  if (fault !== null) faults.push(fault)
  return url === null ? null : { url, format, token, ca }
}

const NO_ADDRESS =
  'AUDIT_STREAM_URL must look like syslog+tls://siem.example.com:6514 or https://siem.example.com/path, without a user or password.'

function faultOf(url: URL, token: string | null, outboundAllow: readonly string[]): string | null {
  const protocol = PROTOCOLS[url.protocol]
  if (protocol === undefined || url.hostname === '' || url.username !== '' || url.password !== '') return NO_ADDRESS
  const { isEncrypted, isSyslog } = protocol
  const host = url.hostname.toLowerCase()
  const isTrusted = LOOPBACK_HOSTS.includes(host) || outboundAllow.includes(host.replace(/^\[|\]$/g, ''))
  if (!isEncrypted && !isTrusted)
    return 'AUDIT_STREAM_URL may be unencrypted on localhost and for hosts of OUTBOUND_ALLOW only; use syslog+tls:// or https://.'
  if (isSyslog && (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')) return NO_ADDRESS
  if (isSyslog && token !== null) return 'AUDIT_STREAM_TOKEN is for https receivers: syslog has no token.'
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    return 'AUDIT_STREAM_TOKEN must have no spaces or control characters.'
  return null
}
