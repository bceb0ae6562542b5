import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'

/** The owner of one IPv6 address usually has its whole /64. */
const IPV6_PREFIX_BITS = 64

/** Of callers whose address is gone, or is none: all of them count as one. */
export const UNKNOWN_ADDRESS = 'unknown'

/** One spelling per caller: IPv4 unchanged, mapped IPv4 unwrapped, IPv6 cut to its /64 (requirement P4). */
export function canonicalAddress(ip: string): string {
  if (isIPv4(ip)) return ip
  const plain = withoutZone(ip)
  if (!ipaddr.isValid(plain)) return UNKNOWN_ADDRESS
  const address = ipaddr.process(plain)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${IPV6_PREFIX_BITS}`).toString()}/${IPV6_PREFIX_BITS}`
}

/**
 * A caller of the same link has the name of our network card in its address, such as `fe80::1%eth0`; `ipaddr` knows some names only.
 * Despite the types, a caller that has gone has no address any more.
 */
export const withoutZone = (ip: string | undefined): string => (ip ?? '').replace(/%.*/, '')

/** The caller's address for requests that do not pass the router, in the same way as the router finds it. */
export function makeAddressOf({ trustProxy }: Pick<Config, 'trustProxy'>) {
  const trusts = proxyAddr.compile(trustProxy)
  return (request: IncomingMessage) => canonicalAddress(proxyAddr(request, trusts))
}
