import { isOwnDomain } from '@gatehouse/contract/factors/own-domain.ts'
import type { Settings } from '@gatehouse/contract/session.ts'

let knowsRelatedOrigins = false

/**
 * Passkeys may belong to another domain, such as the former one of the portal: then only browsers with related origins
 * (WebAuthn Level 3 §5.11) use them here. Called before the first page, which offers passkeys or does not.
 */
export async function learnRelatedOrigins(settings: Settings): Promise<void> {
  if (belongToThisHost(settings) || !knowsPasskeys()) return
  // Browsers that cannot say what they know do not know related origins.
  const known = await PublicKeyCredential.getClientCapabilities?.().catch(() => null)
  knowsRelatedOrigins = known?.relatedOrigins === true
}

/** Whether this browser knows passkeys, and could not use those of this portal at this address. */
export const lacksRelatedOrigins = (settings: Settings): boolean =>
  settings.passkeys && knowsPasskeys() && !belongToThisHost(settings) && !knowsRelatedOrigins

export const knowsPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

// The release before does not name the host.
const belongToThisHost = ({ passkeyHost }: Partial<Settings>): boolean =>
  passkeyHost === undefined || isOwnDomain(passkeyHost, window.location.hostname)
