import { lookup } from 'node:dns/promises'
import { connectOutbound } from './connect-outbound.ts'
import type { OutboundRules } from './judged-lookup.ts'

/** The addresses that a host name leads to from here. @throws Error when there are none */
export async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

/** Opens a connection to the host of a web address, and sends nothing. @throws Error with the reason */
export async function reachHost(url: string, rules: OutboundRules): Promise<void> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = await connectOutbound({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) }, rules)
  socket.destroy()
}
