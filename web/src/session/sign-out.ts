import { DestroySession } from '@gatehouse/contract/session.ts'
import { call } from '../api.ts'
import { renewHandshake } from '../handshake.ts'

/**
 * Ends the session. Where applications were opened in it, leaves for /logout, which tells them, and never resolves: that
 * page comes with a content security policy of its own and must be loaded, not routed to.
 */
export async function signOut(): Promise<void> {
  const { applications } = await call(DestroySession, {})
  if (applications > 0) {
    window.location.assign('/logout')
    await new Promise(() => {})
  }
  await renewHandshake()
}
