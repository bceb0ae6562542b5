import sql, { type Sql } from 'sql-template-tag'
import { PAUSE_MAX_SECONDS } from './is-paused.ts'
import { IS_NOTED } from './note-outcome.ts'
import type { Handler, Outcome } from './types.ts'

/**
 * What an outcome changes in its lane, in the same statement: failures in a row, since when, and until when the lane is
 * paused, because the target asked for it or because it fails too often.
 */
export function noteLaneHealth(lane: string, outcome: Outcome, { pause }: Pick<Handler, 'pause'>): Sql[] {
  const { isSuccess } = outcome
  const retryAfterSeconds = Math.min(outcome.retryAfterSeconds ?? 0, PAUSE_MAX_SECONDS)
  const asked = sql`case when ${retryAfterSeconds}::int > 0 then now() + make_interval(secs => ${retryAfterSeconds}) end`
  const { failures, seconds } = pause ?? { failures: null, seconds: 0 }
  return [
    sql`
      insert into outbox_lanes (lane, failures, failing_since, paused_until)
      select ${lane}, 1, now(), ${asked} where ${isLaneFailure(outcome)} and ${IS_NOTED}
      on conflict (lane) do update set failures = outbox_lanes.failures + 1,
        failing_since = coalesce(outbox_lanes.failing_since, now()),
        -- ">= null" is not true: a handler without "pause" pauses its lane only when the target asks for it.
        paused_until = greatest(excluded.paused_until,
          case when outbox_lanes.failures + 1 >= ${failures}::int then now() + make_interval(secs => ${seconds}) end)`,
    sql`
      update outbox_lanes set failures = 0, failing_since = null, paused_until = null
      where ${isTried(outcome) && isSuccess} and lane = ${lane} and failures > 0 and ${IS_NOTED}`,
  ]
}

/** The target was called. */
export const isTried = ({ target, postponedSeconds }: Outcome) => target !== '' && postponedSeconds === undefined

/** The row was tried and failed, and the fault lies with the target. */
export const isLaneFailure = (outcome: Outcome): boolean =>
  isTried(outcome) && !outcome.isSuccess && outcome.isLaneHealthy !== true
