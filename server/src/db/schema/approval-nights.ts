import { sql } from 'drizzle-orm'
import { date, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { applications } from './access.ts'

/** An error as it was found, with what tells it from another one. */
export type KnownError = {
  clientId: string
  code: string
  step: number | null
  from: number
  to: number | null
  regions: string[]
  pages: { id: string }[]
  roles: { _id: string }[]
}

/** The nightly check of the approvals of an application (ADR 0100). */
export const approvalNights = pgTable('approval_nights', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  /** The day of the last check, in the zone of the portal. */
  checkedOn: date('checked_on').notNull(),
  /** The errors of that check of which owners have been notified. */
  errors: jsonb().$type<KnownError[]>().notNull().default(sql`'[]'::jsonb`),
})
