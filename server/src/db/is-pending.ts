import sql, { raw, type Sql } from 'sql-template-tag'

/** By so much a time may lie further ahead than it can be set: the transaction that set it may have begun later. */
export const CLOCK_SLACK_SECONDS = 60
const SLACK = raw(String(CLOCK_SLACK_SECONDS))

/**
 * Condition: the time in this column lies ahead, but no further than it can be set. One that does was set while the
 * database's clock was ahead, and counts as over. `null` counts as over too.
 *
 * @param longestSeconds how far ahead it can be set
 */
export const isPending = (column: string, longestSeconds: number | Sql): Sql => sql`coalesce(${raw(column)} > now()
  and ${raw(column)} <= now() + make_interval(secs => ${longestSeconds} + ${SLACK}), false)`
