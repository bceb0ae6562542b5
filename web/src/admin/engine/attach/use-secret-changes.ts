import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Success } from '../../../ui/FormEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Making a secret, which is shown once, and ending others. */
export function useSecretChanges() {
  const cache = useQueryClient()
  /** The new one, until it was seen. */
  const [made, setMade] = useState<string | null>(null)
  const [done, setDone] = useState<Success | null>(null)
  const change = useAction(async (work: () => Promise<void>) => {
    setDone(null)
    await work()
    void cache.invalidateQueries()
  })
  /** Says that one was ended, and loads the others again. */
  function announce(text: string) {
    setDone({ text })
    void cache.invalidateQueries()
  }
  return { change, done, announce, clearDone: () => setDone(null), made, setMade }
}
