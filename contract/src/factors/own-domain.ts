/**
 * Whether a host is that of the relying party id, or below it. Everywhere else browsers ask the domain of the id which
 * origins may use its passkeys (WebAuthn Level 3 §5.11).
 */
export const isOwnDomain = (rpId: string, hostname: string): boolean =>
  hostname === rpId || hostname.endsWith(`.${rpId}`)
