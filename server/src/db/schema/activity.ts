import { bigint, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './identity.ts'

/** Of rows that count for all applications together. */
const ALL = '00000000-0000-0000-0000-000000000000'

/** How many lines of the audit there are of some events, so that nobody counts lines to show them (ADR 0042). */
export const activityCounts = pgTable(
  'activity_counts',
  {
    /** What a row counts: a quarter of an hour, the same of one application, or a day (UTC) of one application. */
    span: text({ enum: ['quarter', 'application quarter', 'application day'] }).notNull(),
    event: text().notNull(),
    startsAt: at('starts_at').notNull(),
    applicationId: uuid('application_id').notNull().default(ALL),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.span, t.event, t.startsAt, t.applicationId] }),
    index('activity_counts_starts').on(t.startsAt),
  ],
)

/** Lines of the audit that are not in the counts yet: a trigger writes them with the line, `countActivity` removes them. */
export const activityQueue = pgTable('activity_queue', {
  event: text().notNull(),
  at: at('at').notNull(),
  /** What was opened; `null` for events of the portal alone. */
  applicationId: uuid('application_id'),
})

/** Lines of the audit that are older than the counts: one row. */
export const activityProgress = pgTable('activity_progress', {
  id: smallint().primaryKey(),
  /** Those before this number are still to be counted; `null`: none. */
  earlierThan: bigint('earlier_than', { mode: 'number' }),
})
