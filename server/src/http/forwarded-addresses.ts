import type { IncomingMessage } from 'node:http'

const IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/
const IPV4_WITH_PORT = /^([\d.]+):\d+$/

/**
 * Some proxies report the caller with its port, as `203.0.113.9:4711` or `[2001:db8::7]:443`. Whatever reads the header later expects
 * addresses alone: it would take such a caller for nobody, and such a proxy for one that is not trusted.
 */
export function dropForwardedPorts({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string' && forwarded.includes(':'))
    headers['x-forwarded-for'] = forwarded.split(',').map(toAddress).join(', ')
}

const toAddress = (entry: string) => entry.trim().replace(IN_BRACKETS, '$1').replace(IPV4_WITH_PORT, '$1')
