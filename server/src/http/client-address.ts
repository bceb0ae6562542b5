import ipaddr from 'ipaddr.js'

/** Whoever has one IPv6 address has its whole /64. */
const IPV6_PREFIX_BITS = 64

/** One spelling per client: IPv4 as it is, mapped IPv4 unwrapped, IPv6 cut to its /64 (security note D4). */
export function canonicalAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${IPV6_PREFIX_BITS}`).toString()}/${IPV6_PREFIX_BITS}`
}
