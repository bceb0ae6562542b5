export const UNSAFE_ADDRESS = 'Enter an address that begins with https://; http:// is for localhost only.'
const NOT_WHOLE = 'Enter a full web address, such as https://app.example.com/login'
const WILDCARD = 'Write every address in full: wildcards are not supported.'
const FRAGMENT = 'Leave out # and everything after it: it never reaches the application.'
const NOT_NATIVE = 'Addresses such as com.example.app:/callback are for applications of type Native.'
const SCHEME =
  'Start with one of your domain names reversed, in lower case, with one slash after the colon: com.example.app:/callback'
const SECURE_LOOPBACK = 'Use http:// for 127.0.0.1, [::1] and localhost: the response does not leave the device.'

/** A scheme in the form of a domain name, so that two applications do not share it by accident (RFC 8252 §7.1). Followed by digits, it is a host. */
const PRIVATE_USE = /^[a-z][\w+-]*\.[\w+.-]*:(?!\d)/i
const IN_REVERSE = /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+:\/[^\s\\@]*$/
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

export const isPrivateUse = (address: string) => PRIVATE_USE.test(address)

/**
 * The problem of a redirect address, or `null`. It is compared character by character, so it has neither
 * wildcards nor a fragment (RFC 6749 §3.1.2, RFC 9700 §4.1.3). Only a native application may use a custom scheme.
 */
export function callbackProblem(address: string, isNative: boolean): string | null {
  if (isPrivateUse(address)) return isNative ? privateUseProblem(address) : NOT_NATIVE
  const [, scheme, authority] = /^(https?):\/\/([^/?#\s\\]+)/i.exec(address) ?? []
  if (scheme === undefined || authority === undefined || /[\s\\]/.test(address) || authority.includes('@'))
    return NOT_WHOLE
  if (address.includes('*')) return WILDCARD
  if (address.includes('#')) return FRAGMENT
  const isLoopback = LOOPBACK.test(authority)
  if (scheme.toLowerCase() === 'http') return isLoopback ? null : UNSAFE_ADDRESS
  return isNative && isLoopback ? SECURE_LOOPBACK : null
}

function privateUseProblem(address: string): string | null {
  if (address.includes('*')) return WILDCARD
  if (address.includes('#')) return FRAGMENT
  return IN_REVERSE.test(address) ? null : SCHEME
}
