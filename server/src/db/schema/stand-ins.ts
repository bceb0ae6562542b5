import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, users } from './identity.ts'

/** Authority to approve that one person lends to another (ADR 0067). Triggers end it when the lender loses it. */
export const standIns = pgTable(
  'stand_ins',
  {
    id: uuid().primaryKey(),
    lenderId: uuid('lender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    standInId: uuid('stand_in_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** `null`: every client for which the lender has the role. */
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    /** The application role that is lent. */
    role: text().notNull(),
    /** `null`: every page. */
    pageIds: uuid('page_ids').array(),
    /** In paise, inclusive; `null`: as far as the role. */
    upTo: bigint('up_to', { mode: 'number' }),
    allRegions: boolean('all_regions').notNull().default(true),
    /** Codes of contract/src/regions.ts; empty when `allRegions`. */
    regions: text().array().notNull().default([]),
    note: text().notNull().default(''),
    validFrom: at('valid_from').notNull(),
    /** From this moment on it allows nothing. */
    validUntil: at('valid_until').notNull(),
    /** A person or a service account. */
    createdBy: uuid('created_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Before `valid_until`; `null`: it was not ended. */
    endedAt: at('ended_at'),
    /** `null` with `ended_at`: the lender no longer held the role, or the account was closed on its day or by its owner. */
    endedBy: uuid('ended_by'),
  },
  (t) => [
    index('stand_ins_stand_in').on(t.standInId, t.applicationId).where(sql`ended_at is null`),
    index('stand_ins_open_lender').on(t.lenderId).where(sql`ended_at is null`),
    index('stand_ins_lender').on(t.lenderId, t.id),
    index('stand_ins_of_person').on(t.standInId, t.id),
    // In this order, for the people who may act for an application, in pages.
    index('stand_ins_application').on(t.applicationId, t.standInId),
    index('stand_ins_client').on(t.clientId),
    index('stand_ins_until').on(t.validUntil),
  ],
)
