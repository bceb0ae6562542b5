import type { Deps } from '../deps.ts'
import { makeRounds, type Rounds } from '../rounds.ts'
import { endOverActings } from './acting.ts'
import { notifyOfExpired } from './notify-of-expired.ts'

const ROUND_MS = 60_000

/**
 * Ends actings whose time or session is over, and notifies the applications of sessions whose time is over, so that
 * applications hear of it within a minute, though nobody makes a request. Every server repeats it; each is done by one of them.
 */
export function makeOverRounds(deps: Pick<Deps, 'db' | 'outbox' | 'log'>): Rounds {
  return makeRounds(
    ROUND_MS,
    () => endOver(deps),
    (error) => deps.log.warn({ err: error }, 'sessions and actings that are over'),
  )
}

/** Ends what is over, and has the notices sent at once. */
export async function endOver({
  db,
  outbox,
}: Pick<Deps, 'db'> & { outbox: Pick<Deps['outbox'], 'wake'> }): Promise<void> {
  const actings = await endOverActings(db)
  const notices = await notifyOfExpired(db)
  if (actings + notices > 0) outbox.wake()
}
