import { getSessionState } from '@gatehouse/contract/session.ts'
import { useEffect, useRef } from 'react'
import { call, checkPerson, SessionEnded, sessionEnded } from '../api.ts'
import { listenForSessionEnd } from '../session/session-channel.ts'
import { useSession } from '../session/use-session.ts'

const CHECK_MS = 30_000

/**
 * Notices that the session has ended although nobody does anything on this page: another tab has signed out or acts for
 * somebody, the account was deactivated, or the time is over. What the page shows must not stay for the next person at this screen.
 *
 * @param onAlive the session goes on: they have signed in again in another tab
 */
export function useSessionWatch(onAlive: () => void): void {
  const session = useSession()
  const latest = useRef({ session, onAlive })
  latest.current = { session, onAlive }
  const userId = session.user._id

  useEffect(() => {
    let isGone = false
    async function check(isLogout = false) {
      // Without an answer nothing is known, and nothing changes.
      const state = await call(getSessionState, {}).catch(() => null)
      if (isGone || state === null) return
      const { session, onAlive } = latest.current
      if (state.userId === userId) return onAlive()
      if (state.userId === null) sessionEnded.dispatchEvent(new SessionEnded(isLogout))
      // Says whose it is now. Without an answer the next check does.
      else await checkPerson(session).catch(() => undefined)
    }
    function checkSeen() {
      if (!document.hidden) void check()
    }
    const timer = setInterval(checkSeen, CHECK_MS)
    const stopListening = listenForSessionEnd((how) => void check(how === 'logout'))
    document.addEventListener('visibilitychange', checkSeen)
    // A page that the browser kept whole while somebody was elsewhere.
    window.addEventListener('pageshow', checkSeen)
    return () => {
      isGone = true
      clearInterval(timer)
      stopListening()
      document.removeEventListener('visibilitychange', checkSeen)
      window.removeEventListener('pageshow', checkSeen)
    }
  }, [userId])
}
