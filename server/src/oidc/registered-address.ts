/** The part before the port, the port, and what follows it. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?([/?][^#]*)?$/
const PORT_MAX = 65_535

/**
 * Whether people may be sent to an address: it must be registered character by character. A native application gets its
 * port from the system at run time, so on a loopback address the port is not compared (RFC 8252 §7.3); `localhost` is a
 * name, which may lead elsewhere, and is compared as a whole (§8.3).
 */
export function isRegistered(address: string, registered: readonly string[], isNative: boolean): boolean {
  if (registered.includes(address)) return true
  const meant = isNative ? withoutPort(address) : null
  return meant !== null && registered.some((one) => withoutPort(one) === meant)
}

function withoutPort(address: string): string | null {
  const [, host, port = '80', rest = ''] = LOOPBACK.exec(address) ?? []
  return host === undefined || Number(port) > PORT_MAX ? null : host + rest
}

/** Whether a program on the person's own device gets the answer: then nothing proves which program it is. */
export const isOnDevice = (address: string) => !/^https:/i.test(address)
