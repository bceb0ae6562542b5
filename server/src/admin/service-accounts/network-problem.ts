import ipaddr from 'ipaddr.js'

/** Why an address or network of the contract's form can match no caller; `null`: it can. */
export function networkProblem(text: string): string | null {
  const [address = ''] = text.split('/')
  const parsed = ipaddr.parse(address)
  // Callers of mapped addresses count as callers of the IPv4 address.
  if (parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress())
    return 'Enter the IPv4 address itself, such as 203.0.113.7'
  if (!text.includes('/')) return null
  const [first] = ipaddr.parseCIDR(text)
  const network = first.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return network.networkAddressFromCIDR(text).toNormalizedString() === first.toNormalizedString()
    ? null
    : 'A network begins with its first address, such as 203.0.113.0/24'
}
