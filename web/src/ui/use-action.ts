import { useRef, useState } from 'react'

/**
 * Runs one piece of work at a time: while it runs, a second call does nothing. Keeps what it failed with until the
 * next run, to be shown with `ErrorAlert`.
 */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRunning = useRef(false)

  async function run(...args: Args): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setError(null)
    try {
      await work(...args)
    } catch (cause) {
      setError(cause)
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  /** Takes back what it failed with. */
  function clear(): void {
    setError(null)
  }

  return { run, isBusy, error, clear }
}
