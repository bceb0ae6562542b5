import { ERRORS } from '@gatehouse/contract/errors.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionEnded } from '../api.ts'
import { renewHandshake } from '../handshake.ts'

const SIGN_IN = '/login'

/** Goes to sign in, and back here afterwards, as soon as any call finds the session over. */
export function useSessionEnd(): void {
  const router = useRouter()

  useEffect(() => {
    let isEnding = false
    async function handleEnd() {
      // Several calls find it over at once: only the first one comes from where the person was.
      if (isEnding || router.latestLocation.pathname === SIGN_IN) return
      isEnding = true
      const returnTo = router.latestLocation.href
      // The sign-in page asks again, and says why where that fails too.
      await renewHandshake().catch(() => undefined)
      isEnding = false
      await router.navigate({ to: SIGN_IN, search: { returnTo }, state: { notice: ERRORS.not_signed_in.msg } })
    }
    sessionEnded.addEventListener('ended', handleEnd)
    return () => sessionEnded.removeEventListener('ended', handleEnd)
  }, [router])
}
