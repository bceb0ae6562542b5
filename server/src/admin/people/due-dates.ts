import type { Deps } from '../../deps.ts'
import { makeRounds, type Rounds } from '../../rounds.ts'
import { keepRequestDates } from './access-requests/keep-request-dates.ts'
import { keepAssignmentDates } from './assignments/keep-dates.ts'
import { endLastDays } from './last-day/end-last-days.ts'
import { sendDueLinks } from './recoveries/send-due-links.ts'
import { announceStrongSignIn } from './strong-sign-in/announce.ts'
import { keepSuspensions } from './suspensions/keep-suspensions.ts'

const POLL_MS = 20_000
/** Finding whom to notify reads all people of a client or application whose day is to come: not at each poll. */
const ANNOUNCE_MS = 600_000

/** Does what the dates of people, of their assignments and of their requests ask for. Every server repeats it; each date is dealt with once. */
export function makeDueDates(deps: Deps): Rounds {
  let announcedAt = Number.NEGATIVE_INFINITY
  const announce = async () => {
    if (performance.now() < announcedAt + ANNOUNCE_MS) return
    announcedAt = performance.now()
    await announceStrongSignIn(deps)
  }
  return makeRounds(
    POLL_MS,
    () =>
      keepAssignmentDates(deps)
        .finally(() => endLastDays(deps))
        .finally(() => keepSuspensions(deps))
        .finally(() => sendDueLinks(deps))
        .finally(() => keepRequestDates(deps))
        .finally(announce),
    (error) => deps.log.warn({ err: error }, 'dates of people, assignments and requests'),
  )
}
