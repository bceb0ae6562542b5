/** Asks whether the input of one form may be lost; `isHeld`: what was sent waits for the person, and is not on its way. */
type Ask = (isHeld: boolean) => Promise<boolean>

const askers = new Set<Ask>()
let isUnderWay = false
let isOver = false

/** Has `ask` answer before the session of this page is ended from it. Gives what stops that. */
export function askBeforeLeaving(ask: Ask): () => void {
  askers.add(ask)
  return () => askers.delete(ask)
}

/**
 * Ends the session of this page with `end`, once nothing would be lost by it or the person agrees. Gives whether it did.
 * Asked afterwards, nobody could save any more what they keep.
 */
export async function leaveSession(end: () => Promise<void>, { isHeld = false } = {}): Promise<boolean> {
  for (const ask of [...askers]) if (!(await ask(isHeld))) return false
  await whileLeaving(end)
  return true
}

/** Runs what ends or replaces the session and goes to another page: nothing asks about input, or about the end that it brings. */
export async function whileLeaving(end: () => Promise<void>): Promise<void> {
  isUnderWay = true
  // The browser may have kept the page as it was left.
  window.addEventListener('pageshow', stop)
  try {
    await end()
  } finally {
    stop()
  }
}

function stop(): void {
  isUnderWay = false
  isOver = false
  window.removeEventListener('pageshow', stop)
}

/** Whether this page itself is ending its session. */
export const isLeaving = (): boolean => isUnderWay

/** Says that the server has ended the session. */
export function markSessionOver(): void {
  isOver = isUnderWay
}

/** Whether this page itself has just ended it. Until then it may also end by itself. */
export const hasEndedSession = (): boolean => isOver
