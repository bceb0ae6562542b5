import type { Settings } from '@gatehouse/contract/session.ts'
import { loadPart } from '../load-part.ts'
import { knowsPasskeys, lacksRelatedOrigins } from './related-origins.ts'

/** Whether this browser, at this address, uses the passkeys of the portal. */
export const canUsePasskeys = (settings: Settings): boolean =>
  settings.passkeys && knowsPasskeys() && !lacksRelatedOrigins(settings)

/** Loaded when a passkey is made, used or offered: most visits of the sign-in page need none of it. */
export const loadCeremony = () => loadPart(() => import('./ceremony.ts'))
