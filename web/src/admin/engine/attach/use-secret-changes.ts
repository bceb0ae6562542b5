import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Success } from '../../../ui/FormEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Making a secret, which is shown once, and ending others. */
export function useSecretChanges() {
  const cache = useQueryClient()
  /** The new one, until it was seen. */
  const [made, setMade] = useState<string | null>(null)
  /** What the next one is to be called, as typed so far. */
  const [name, setName] = useState('')
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
  /** Shows a new one, in place of its form or over it; the form is empty afterwards. */
  function showMade(secret: string) {
    setMade(secret)
    setName('')
  }
  const clearDone = () => setDone(null)
  return { change, done, announce, clearDone, made, showMade, hideMade: () => setMade(null), name, setName }
}
