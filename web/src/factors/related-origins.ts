import { isOwnDomain } from '@gatehouse/contract/factors/own-domain.ts'
import type { Settings } from '@gatehouse/contract/session.ts'

/** The first page does not wait longer for what the browser says of itself. */
const ANSWER_MS = 500

let saysNo = false
let asked: Promise<void> | undefined

/**
 * Passkeys may belong to another domain, such as the former one of the portal: then only browsers with related origins
 * (WebAuthn Level 3 §5.11) use them here. Asked once, before the first page, which offers passkeys or does not.
 */
export async function learnRelatedOrigins(settings: Settings): Promise<void> {
  if (belongToThisHost(settings) || !knowsPasskeys()) return
  asked ??= ask()
  await asked
}

async function ask() {
  const late = new Promise<null>((resolve) => setTimeout(resolve, ANSWER_MS, null))
  const known = await Promise.race([readCapabilities(), late])
  // Chromium 128 to 132 know related origins and cannot say so: silence is no refusal.
  saysNo = known?.relatedOrigins === false
}

/** Whether this browser says that it cannot use the passkeys of this portal at this address. */
export const lacksRelatedOrigins = (settings: Settings): boolean =>
  settings.passkeys && knowsPasskeys() && !belongToThisHost(settings) && saysNo

export const knowsPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

/** `null`: the browser does not say it. An extension may stand in its place, and fail. */
async function readCapabilities(): Promise<Record<string, boolean> | null> {
  try {
    return (await PublicKeyCredential.getClientCapabilities?.()) ?? null
  } catch {
    return null
  }
}

// The release before does not name the host.
const belongToThisHost = ({ passkeyHost }: Partial<Settings>): boolean =>
  passkeyHost === undefined || isOwnDomain(passkeyHost, window.location.hostname)
