import type { Settings } from '@gatehouse/contract/session.ts'
import { loadPart } from '../load-part.ts'

/** Whether this browser, at this address, knows passkeys. */
export const canUsePasskeys = ({ passkeys }: Settings): boolean =>
  passkeys && window.isSecureContext && 'PublicKeyCredential' in window

/** Loaded when a passkey is made, used or offered: most visits of the sign-in page need none of it. */
export const loadCeremony = () => loadPart(() => import('./ceremony.ts'))
