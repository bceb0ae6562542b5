import { bigint, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './identity.ts'

/** The application id of rows that count all applications together. */
const ALL = '00000000-0000-0000-0000-000000000000'

/** How many audit lines there are of some events, so that no query counts lines to show them (ADR 0042). */
export const activityCounts = pgTable(
  'activity_counts',
  {
    /**
     * The span of a row: a quarter of an hour, a quarter of an hour of one application, or a day (UTC) of one
     * application.
     */
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

/** Audit lines that are not counted yet: a trigger writes them with the line, `countActivity` removes them. */
export const activityQueue = pgTable('activity_queue', {
  event: text().notNull(),
  at: at('at').notNull(),
  /** The application that was opened; `null` for events of the portal itself. */
  applicationId: uuid('application_id'),
})

/** Audit lines that are older than the counts: one row. */
export const activityProgress = pgTable('activity_progress', {
  id: smallint().primaryKey(),
  /** Lines before this number must still be counted; `null`: none. */
  earlierThan: bigint('earlier_than', { mode: 'number' }),
})
