import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** The settings on which passkeys depend. */
export type Portal = Pick<Config, 'publicUrl' | 'passkeyHost' | 'brand'>

/**
 * The portal in the words of WebAuthn: passkeys belong to the host of PUBLIC_URL, or to PASSKEY_HOST, and only the origin of
 * PUBLIC_URL uses them.
 */
export const relyingPartyOf = ({ publicUrl, passkeyHost, brand }: Portal) => ({
  id: passkeyHost ?? publicUrl.hostname,
  origin: publicUrl.origin,
  name: brand,
})

/** Whether browsers make passkeys for the portal: never for an IP address (WebAuthn level 3 §5.1.3). */
export const canHavePasskeys = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  isIP(publicUrl.hostname.replace(/^\[|\]$/g, '')) === 0
