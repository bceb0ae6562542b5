import { sql } from 'drizzle-orm'
import { bigint, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { pages } from './console.ts'
import { at } from './identity.ts'

/** Gaps of a matrix that are meant (ADR 0100): one of a page, for a client. Another step, amount or region is another gap. */
export const intendedGaps = pgTable(
  'intended_gaps',
  {
    id: uuid().primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    /** `null`: nobody approves at all. */
    step: integer(),
    /** Paise, both inclusive; no upper bound is unlimited. */
    rangeFrom: bigint('range_from', { mode: 'number' }).notNull(),
    rangeTo: bigint('range_to', { mode: 'number' }),
    /** Region codes in the order of the alphabet; empty: everywhere. */
    regions: text().array().notNull(),
    reason: text().notNull(),
    lastDay: date('last_day'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** A person or a service account. */
    createdBy: uuid('created_by'),
  },
  (t) => [
    uniqueIndex('intended_gaps_gap').on(
      t.applicationId,
      t.clientId,
      t.pageId,
      sql`coalesce(step, -1)`,
      t.rangeFrom,
      sql`coalesce(range_to, -1)`,
      t.regions,
    ),
  ],
)
