import { hash } from 'node:crypto'
import type { Config } from '../config.ts'
import { requestOutbound } from '../outbound/request-outbound.ts'

/** People wait for it. */
const TIMEOUT_MS = 2000
const PREFIX_LENGTH = 5

export type BreachRules = Pick<Config, 'breachedPasswordsUrl' | 'outboundAllow' | 'outboundCa'>

/** `unknown`: the service did not answer. `null`: no service is configured. */
export type Breached = 'yes' | 'no' | 'unknown' | null

/**
 * Asks a service with the range call of Have I Been Pwned whether a password is in a known breach. Only the first five
 * of forty digits of its SHA-1 hash leave this server, and the answer is padded, so that nobody on the way learns which
 * password was meant.
 */
export async function isBreached(
  { breachedPasswordsUrl: base, ...rules }: BreachRules,
  password: string,
): Promise<Breached> {
  if (base === null) return null
  const digest = hash('sha1', password).toUpperCase()
  const url = new URL(digest.slice(0, PREFIX_LENGTH), base.endsWith('/') ? base : `${base}/`)
  // The operator has configured this host, so it may lie inside the network.
  const outboundAllow = [...rules.outboundAllow, url.hostname.replace(/^\[|\]$/g, '')]
  const headers = { 'add-padding': 'true', 'user-agent': 'Gatehouse' }
  const request = { method: 'GET', url: url.href, headers, body: null, timeoutMs: TIMEOUT_MS } as const
  const answer = await requestOutbound(request, { ...rules, outboundAllow }).catch(() => null)
  const lines = answer?.status === 200 ? [...answer.text.matchAll(LINE)] : []
  // The real service has hashes for every beginning: an answer without any is that of something else.
  if (answer === null || lines.length === 0 || answer.isCut) return 'unknown'
  const rest = digest.slice(PREFIX_LENGTH)
  return lines.some(([, suffix, count]) => suffix?.toUpperCase() === rest && Number(count) > 0) ? 'yes' : 'no'
}

/** The rest of a hash, and in how many breaches it is; 0 is padding. */
const LINE = /^([0-9A-F]{35}):(\d+)\r?$/gim
