import type { Deps } from '../../deps.ts'
import { makeRounds, type Rounds } from '../../rounds.ts'
import { keepAssignmentDates } from './assignments/keep-dates.ts'
import { endLastDays } from './last-day/end-last-days.ts'
import { sendDueLinks } from './recoveries/send-due-links.ts'
import { keepSuspensions } from './suspensions/keep-suspensions.ts'

const POLL_MS = 20_000

/** Does what the dates of people and their assignments ask for. Every server repeats it; each date is dealt with once. */
export function makeDueDates(deps: Deps): Rounds {
  return makeRounds(
    POLL_MS,
    () =>
      keepAssignmentDates(deps)
        .finally(() => endLastDays(deps))
        .finally(() => keepSuspensions(deps))
        .finally(() => sendDueLinks(deps)),
    (error) => deps.log.warn({ err: error }, 'dates of people and assignments'),
  )
}
