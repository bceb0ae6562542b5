import { setTimeout as sleep } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import type { Db, Executor } from '../../db/database.ts'
import { isDatabaseBusy } from '../../db/faults.ts'

/** The functions wait for a lock for 0.1 s only, so that nobody waits long behind them. */
const TRIES = 10
const PAUSE_MS = 500

/** Makes the weeks of the log that are about to begin (ADR 0105). May be repeated, and run on several servers at once. */
export const addWeeks = (db: Db): Promise<void> => untilNone(db, sql`select add_approval_decision_week() as week`)

/** Drops the weeks of the log that are wholly older. */
export const dropWeeks = (db: Db, keepDays: number): Promise<void> =>
  untilNone(db, sql`select drop_approval_decision_week(${keepDays}::int) as week`)

async function untilNone(db: Db, statement: Sql): Promise<void> {
  for (let tries = 0; ; ) {
    const week = await db.execute<{ week: string | null }>(statement).then(
      ({ rows }) => rows[0]?.week ?? null,
      (error: unknown) => {
        if (!isDatabaseBusy(error) || ++tries >= TRIES) throw error
        return 'busy'
      },
    )
    if (week === null) return
    if (week === 'busy') await sleep(PAUSE_MS)
  }
}

export type DecisionWeeks = {
  /** For how long there are partitions for what will be written. */
  secondsAhead: number
  weeks: number
  /** Rows for which there is no week, counted up to 10,000. */
  strays: number
}

export async function readWeeks(on: Executor): Promise<DecisionWeeks> {
  const { rows } = await on.execute<DecisionWeeks>(sql`
    select extract(epoch from max(ends_at) - now())::float8 as "secondsAhead", count(*)::int as weeks,
      approval_decision_strays() as strays
    from approval_decision_weeks() where ends_at is not null`)
  return rows[0] as DecisionWeeks
}
