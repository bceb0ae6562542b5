import { useRef, useState } from 'react'
import { useIsLeft } from './use-is-left.ts'

const underWay = new Set<Promise<unknown>>()

/**
 * Waits for the end of all work under way. While a dialog is open, that is its own: nothing else can be pressed.
 *
 * @throws what any of it failed with
 */
export async function workUnderWay(): Promise<void> {
  await Promise.all(underWay)
}

/** Whether something that a person has begun is under way; what a page loads by itself is not. */
export const isWorkUnderWay = () => underWay.size > 0

/**
 * Runs one piece of work at a time: while it runs, a second call does nothing. Keeps what it failed with until the
 * next run, to be shown with `ErrorAlert`.
 *
 * @param after what follows where it was begun, such as closing a dialog; nothing follows once that was left
 */
export function useAction<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  after: (result: Result) => void = () => undefined,
) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRunning = useRef(false)
  const isLeft = useIsLeft()

  async function run(...args: Args): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setError(null)
    const running = (async () => work(...args))()
    underWay.add(running)
    try {
      const result = await running
      if (!isLeft.current) after(result)
    } catch (cause) {
      setError(cause)
    } finally {
      underWay.delete(running)
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
