import { CLOCK_SLACK_SECONDS } from '../db/is-pending.ts'
import type { Base } from './places.ts'

/** Whether a copy says a later time than it can: it was made while the clock was ahead, and counts for no moment. */
export const isAhead = ({ startedAt, finishedAt }: Base, now: Date): boolean =>
  Math.max(Date.parse(startedAt), Date.parse(finishedAt)) > now.getTime() + CLOCK_SLACK_SECONDS * 1000
