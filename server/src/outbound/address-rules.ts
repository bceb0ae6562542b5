import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Names that lead into the network of the machine that looks them up. */
const INSIDE_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion)$/

const INSIDE = 'This address is inside the network. The operator can allow it with OUTBOUND_ALLOW.'
const NOT_ENCRYPTED = 'Use https://. The operator can allow http:// for a host with OUTBOUND_ALLOW.'
const NO_MAIL_PORT =
  'Mail servers listen on port 25, 465, 587 or 2525. The operator can allow others for a host with OUTBOUND_ALLOW.'
const NO_URL = 'Enter a full web address, such as https://app.example.com/login'
const NO_HOST = 'Enter the name or the address of a host, without a port.'

/**
 * Why this server must not call a web address, in words for people, or `null` (requirement P15). It judges the text of
 * the address only; the caller must judge the addresses that its host name leads to.
 *
 * @param allow hosts inside the network that the operator has listed
 */
export function outboundUrlProblem(address: string, allow: readonly string[]): string | null {
  // Other parsers read a backslash differently.
  if (/[\\\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return NO_URL
  const { protocol, username, password, hostname } = new URL(address)
  if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '') return NO_URL
  if (!isOutside(hostname, allow)) return INSIDE
  return protocol === 'https:' || isListed(hostname, allow) ? null : NOT_ENCRYPTED
}

/** The same for the host of a mail server: a name or an address, without a port. */
export function outboundHostProblem(host: string, allow: readonly string[]): string | null {
  const written = isIPv6(host) ? `[${host}]` : host
  if (!/^[^\s/?#@\\]+$/.test(written) || /:\d*$/.test(written)) return NO_HOST
  // Parsed as part of a web address, so that 0x7f.1 and 127.0.0.1 are the same.
  const url = `http://${written}`
  if (!URL.canParse(url)) return NO_HOST
  return isOutside(new URL(url).hostname, allow) ? null : INSIDE
}

/** The ports on which mail servers accept mail from programs. */
const MAIL_PORTS = [25, 465, 587, 2525]

/** The same for the port of a mail server: other ports may belong to servers that must not be called. */
export function outboundMailPortProblem(host: string, port: number, allow: readonly string[]): string | null {
  return MAIL_PORTS.includes(port) || isListed(host, allow) ? null : NO_MAIL_PORT
}

/** Listed by the operator: allowed wherever it leads, and without encryption too. */
export function isListed(hostname: string, allow: readonly string[]): boolean {
  return allow.includes(bare(hostname))
}

const bare = (hostname: string) =>
  hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')

function isOutside(hostname: string, allow: readonly string[]): boolean {
  if (isListed(hostname, allow)) return true
  const name = bare(hostname)
  return ipaddr.isValid(name) ? isAllowedAddress(name, allow) : name.includes('.') && !INSIDE_NAME.test(name)
}

/** The same for an address from the look-up of a name. */
export function isAllowedAddress(address: string, allow: readonly string[]): boolean {
  return allow.includes(address) || isPublic(address)
}

/** Its number is public, but in Azure it is the host of the machine, which gives it its settings and names. */
const AZURE_HOST = '168.63.129.16'

/** An IPv6 address that carries an IPv4 one has a range of its own here, or lies outside 2000::/3. */
function isPublic(address: string): boolean {
  const read = ipaddr.process(address)
  const isGlobal = read instanceof ipaddr.IPv4 || read.match(ipaddr.IPv6.parseCIDR('2000::/3'))
  return isGlobal && read.range() === 'unicast' && read.toString() !== AZURE_HOST
}
