import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { prepared } from '../db/database.ts'
import type { Outcome, Row, State } from './types.ts'

const ANSWER_MAX = 500

/** What administrators read for a state. */
export const SHOWN_STATE = { ready: 'waiting', done: 'sent', dead: 'failed' } as const satisfies Record<State, string>

export type Next = { state: State; lane: string; triedLanes: string[]; rounds: number; waitSeconds: number }

/**
 * The state after an outcome. A failure goes to the next lane at once; when all lanes have failed, it waits and starts
 * again.
 */
export function nextState(
  { triedLanes, rounds, ...row }: Row,
  outcome: Outcome,
  retrySeconds: readonly number[],
): Next {
  const { isSuccess, isFinal = false, lane = row.lane, lanes = [lane], postponedSeconds } = outcome
  if (isSuccess) return { state: 'done', lane, triedLanes, rounds, waitSeconds: 0 }
  if (postponedSeconds !== undefined) return { state: 'ready', lane, triedLanes, rounds, waitSeconds: postponedSeconds }
  const tried = [...triedLanes, lane]
  const nextLane = isFinal ? undefined : lanes.find((one) => !tried.includes(one))
  if (nextLane !== undefined) return { state: 'ready', lane: nextLane, triedLanes: tried, rounds, waitSeconds: 0 }
  const { retryAfterSeconds = 0 } = outcome
  const step = isFinal ? undefined : retrySeconds[rounds]
  const waitSeconds = step === undefined ? undefined : Math.max(step, retryAfterSeconds)
  if (waitSeconds === undefined) return { state: 'dead', lane, triedLanes: tried, rounds, waitSeconds: 0 }
  return { state: 'ready', lane: lanes[0] ?? lane, triedLanes: [], rounds: rounds + 1, waitSeconds }
}

type Noted = { tookMs: number; keepsContent: boolean; also: Sql[] }

/** True when this server still held the lease of the row. */
export const IS_NOTED = sql`exists (select 1 from noted)`

/**
 * One statement, so that the row, its attempts and the log that administrators read agree. Returns a row, or none when
 * the lease was over and another server has claimed the row since: then only that server's outcome counts. `isAlarmed`:
 * an alarm has been raised for the lane.
 */
export function noteOutcome(row: Row, outcome: Outcome, next: Next, { tookMs, keepsContent, also }: Noted): Sql {
  const { target, isSuccess, postponedSeconds, isUntried = false } = outcome
  const answer = outcome.answer.slice(0, ANSWER_MAX)
  const isNoTry = postponedSeconds !== undefined || isUntried
  const isSettled = next.state !== 'ready'
  // Each kind adds the same extra SQL every time, so the statement can be prepared by kind.
  return prepared(`note-${row.kind}`)`
    with noted as (
      update outbox set state = ${next.state}, lane = ${next.lane}, tried_lanes = ${next.triedLanes}, rounds = ${next.rounds},
        attempts = attempts - ${isNoTry ? 1 : 0},
        -- A row that expires is looked at when it expires, even when the wait is longer.
        run_at = least(now() + make_interval(secs => ${next.waitSeconds}),
          case when not_after is not null then greatest(not_after, now()) end),
        last_error = ${isSuccess ? null : answer},
        payload = case when ${isSettled && !keepsContent} then null else payload end,
        settled_at = case when ${isSettled} then now() end
      where id = ${row.id} and state = 'ready' and attempts = ${row.attempts} returning id),
    tried as (
      insert into delivery_attempts (outbox_id, number, gateway, is_success, answer, took_ms)
      select id, ${row.attempts}::int, ${target}, ${isSuccess}, ${answer}, ${tookMs}::int from noted where ${!isNoTry}
      on conflict do nothing)
    ${also.length === 0 ? empty : sql`, ${join(also.map((one, index) => sql`${raw(`noted_${index}`)} as (${one})`))}`}
    select id, coalesce((select alarmed_at is not null from outbox_lanes where lane = ${row.lane}), false) as "isAlarmed"
    from noted`
}
