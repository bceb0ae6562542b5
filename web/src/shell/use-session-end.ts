import { ERRORS } from '@gatehouse/contract/errors.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionEnded } from '../api.ts'
import { renewHandshake } from '../handshake.ts'

/** Goes to sign in, and back here afterwards, as soon as any call finds the session over. */
export function useSessionEnd(): void {
  const router = useRouter()

  useEffect(() => {
    async function handleEnd() {
      const returnTo = router.latestLocation.href
      await renewHandshake()
      await router.navigate({ to: '/login', search: { returnTo }, state: { notice: ERRORS.not_signed_in.msg } })
    }
    sessionEnded.addEventListener('ended', handleEnd)
    return () => sessionEnded.removeEventListener('ended', handleEnd)
  }, [router])
}
