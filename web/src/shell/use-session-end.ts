import type { Session } from '@gatehouse/contract/session.ts'
import { focusManager } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type SessionEnded, sessionEnded } from '../api.ts'
import { renewHandshake } from '../handshake.ts'
import { noticeOf } from '../session/end-reasons.ts'
import { announceSessionEnd } from '../session/session-channel.ts'
import { hasUnsavedWork, watchForWork } from '../session/unsaved-work.ts'
import { useSession } from '../session/use-session.ts'
import { hasEndedSession, whileLeaving } from '../ui/unsaved/leaving.ts'
import { isWorkUnderWay } from '../ui/use-action.ts'

const SIGN_IN = '/login'

/** `next`: the session of this browser, now that it is another person's; `null`: there is none. */
type Replaced = { next: Session | null }

/** What the person has closed: the question to sign in again, or the message that they cannot. */
type PutOff = 'ended' | 'replaced'

/**
 * Goes to sign in, and back here afterwards, as soon as any call finds the session over. Where somebody has been at a form
 * or a dialog with fields, they are asked to sign in over it instead: `isAsking` until `answer` is called. Where the session
 * goes on under another person, or was one of acting, nobody can sign in for that form: `replaced` says whose it is now.
 * Whoever puts that off is left alone until a call of theirs finds the session over again: what a page loads by itself, also
 * after a refusal, does not ask.
 */
export function useSessionEnd() {
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const [isLogout, setIsLogout] = useState(false)
  const [replaced, setReplaced] = useState<Replaced | null>(null)
  const [putOff, setPutOff] = useState<PutOff | null>(null)
  const isActing = useSession().acting !== null
  const asked = useRef<PromiseWithResolvers<boolean> | null>(null)

  const endAsking = useCallback((isSignedIn: boolean) => {
    setIsAsking(false)
    asked.current?.resolve(isSignedIn)
    asked.current = null
  }, [])

  useEffect(watchForWork, [])

  // What a page asks from time to time would be refused, and the refusal would take the place of what it shows.
  useEffect(() => {
    if (putOff === null) return
    focusManager.setFocused(false)
    return () => focusManager.setFocused(undefined)
  }, [putOff])

  useEffect(() => {
    let isEnding = false
    async function leave(isLogout: boolean) {
      // Several calls find it over at once: only the first one comes from where the person was.
      if (isEnding) return
      isEnding = true
      const returnTo = router.latestLocation.href
      // The sign-in page asks again, and says why where that fails too.
      const known = await renewHandshake().catch(() => undefined)
      isEnding = false
      announceSessionEnd(isLogout ? 'logout' : 'ended')
      const notice = noticeOf(known?.endReason ?? (isLogout ? 'logout' : null))
      // What the page shows must not stay, not even a new secret that nobody has copied.
      await whileLeaving(() => router.navigate({ to: SIGN_IN, search: { returnTo }, state: { notice } }))
    }
    function handleEnd(event: Event) {
      // This page hears of what it does itself, too.
      if (hasEndedSession() || router.latestLocation.pathname === SIGN_IN) return
      if (!asked.current && !hasUnsavedWork()) return void leave((event as SessionEnded).isLogout)
      const { next } = event as SessionEnded
      const isPutOff = putOff === 'replaced' || (putOff === 'ended' && next === null)
      if (isPutOff && !isWorkUnderWay()) return
      if (next !== null || (isActing && !asked.current)) {
        // Who is asked to sign in no longer can.
        endAsking(false)
        return setReplaced({ next })
      }
      if (!asked.current) setIsLogout((event as SessionEnded).isLogout)
      asked.current ??= Promise.withResolvers()
      ;(event as SessionEnded).signedInAgain = asked.current.promise
      setIsAsking(true)
    }
    sessionEnded.addEventListener('ended', handleEnd)
    return () => sessionEnded.removeEventListener('ended', handleEnd)
  }, [router, isActing, endAsking, putOff])

  function answer(isSignedIn: boolean) {
    endAsking(isSignedIn)
    setPutOff(isSignedIn ? null : 'ended')
    // What they may do can have changed.
    if (isSignedIn) void router.invalidate()
  }

  function closeReplaced() {
    setReplaced(null)
    setPutOff('replaced')
  }

  return { isAsking, isLogout, answer, replaced, closeReplaced, resume: () => setPutOff(null) }
}
