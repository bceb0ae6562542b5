import type { Output } from '@gatehouse/contract/endpoint.ts'
import { getEndedSession } from '@gatehouse/contract/session.ts'
import { useEffect, useState } from 'react'
import { call } from '../api.ts'

export type EndedSession = Output<typeof getEndedSession>

const ASK_MS = 1000
/** How often the page asks for what is under way. */
const ASK_TIMES = 5

/** What the server knows of the session that this browser has just ended; asked again while a notice is under way. */
export function useEndedSession(): {
  ended: EndedSession | null
  isSettled: boolean
  error: unknown
  retry: () => void
} {
  const [ended, setEnded] = useState<EndedSession | null>(null)
  const [isSettled, setIsSettled] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    let isGone = false
    async function ask() {
      for (let times = 0; times < ASK_TIMES && !isGone; times++) {
        const answer = await call(getEndedSession, {})
        if (isGone) return
        setEnded(answer)
        if (!answer.applications.some(({ byServer }) => byServer === 'waiting')) break
        await new Promise((resolve) => setTimeout(resolve, ASK_MS))
      }
    }
    setIsSettled(false)
    setError(null)
    ask()
      .catch(setError)
      .finally(() => setIsSettled(true))
    return () => {
      isGone = true
    }
  }, [attempt])

  return { ended, isSettled, error, retry: () => setAttempt(attempt + 1) }
}
