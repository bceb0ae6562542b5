import { DestroySession } from '@gatehouse/contract/session.ts'
import { call } from '../api.ts'
import { renewHandshake } from '../handshake.ts'
import { announceSessionEnd } from './session-channel.ts'

/**
 * Ends the session. An application that has asked for it gets the browser back. Where applications were opened in it, leaves
 * for /logout, which notifies them, and never resolves: that page has a content security policy of its own and must be
 * loaded, not routed to.
 */
export async function signOut(asked?: string): Promise<void> {
  const { applications, continueAt } = await call(DestroySession, { asked })
  announceSessionEnd('logout')
  if (continueAt !== null || applications > 0) {
    window.location.assign(continueAt ?? '/logout')
    await new Promise(() => {})
  }
  await renewHandshake()
}
