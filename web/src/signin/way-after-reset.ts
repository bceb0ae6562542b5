import { safeReturnTo } from '../session/return-to.ts'
import { texts } from '../session/texts.ts'
import { WAY_ON } from '../session/use-way-on.ts'

const STORED_AS = 'way-after-reset'
/** As long as the link works. */
const KEPT_MS = 3_600_000

const wayOf = texts(...WAY_ON)
type Way = ReturnType<typeof wayOf>

/**
 * Keeps where signing in leads while somebody asks for the link of a new password, which opens in a tab of its own. This browser keeps
 * it, and the link does not: whoever asks for a link in somebody else's name must not decide where that person goes.
 */
export function keepWay(way: Way): void {
  try {
    if (way.returnTo === undefined) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, JSON.stringify({ way, at: Date.now() }))
  } catch {
    // In a browser that stores nothing the way is lost.
  }
}

/** What was kept within the last hour. Empty when there is nothing, or it leads to another site. */
export function keptWay(): Way {
  try {
    const { way, at } = JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as {
      way?: Record<string, unknown>
      at?: number
    }
    const ageMs = Date.now() - (at ?? 0)
    const kept = wayOf(way ?? {})
    return ageMs >= 0 && ageMs < KEPT_MS && safeReturnTo(kept.returnTo) !== undefined ? kept : {}
  } catch {
    return {}
  }
}
