import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** The portal in the words of WebAuthn: passkeys belong to the host of PUBLIC_URL, and its only origin uses them. */
export const relyingPartyOf = ({ publicUrl, brand }: Pick<Config, 'publicUrl' | 'brand'>) => ({
  id: publicUrl.hostname,
  origin: publicUrl.origin,
  name: brand,
})

/** Whether browsers make passkeys for the portal: never for an IP address (WebAuthn level 3 §5.1.3). */
export const canHavePasskeys = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  isIP(publicUrl.hostname.replace(/^\[|\]$/g, '')) === 0
