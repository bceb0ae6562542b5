import { useState } from 'react'
import { type Choice, choosePreference } from './preferences.ts'

/** Chooses a preference. Unlike an action it can be run again while it runs: the page shows each choice at once. */
export function useChoosePreference() {
  const [error, setError] = useState<unknown>(null)

  /** True when it is stored. */
  async function choose(choice: Choice): Promise<boolean> {
    setError(null)
    try {
      await choosePreference(choice)
      return true
    } catch (cause) {
      setError(cause)
      return false
    }
  }

  return { choose, error }
}
