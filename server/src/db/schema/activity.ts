import { bigint, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './identity.ts'

const count = (name: string) => integer(name).notNull().default(0)

/** How often an application was opened: from its tile, and by its own sign-in with OpenID Connect. */
const launches = () => ({ launched: count('launched'), openIdSignIns: count('open_id_sign_ins') })

/** How many lines of the audit there are of some events in each quarter of an hour (ADR 0042). */
export const activityQuarters = pgTable('activity_quarters', {
  startsAt: at('starts_at').primaryKey(),
  signedIn: count('signed_in'),
  failed: count('failed'),
  throttled: count('throttled'),
  ...launches(),
})

const ofApplication = () => ({
  startsAt: at('starts_at').notNull(),
  applicationId: uuid('application_id').notNull(),
  ...launches(),
})

/** The same of each application, in each quarter of an hour. */
export const applicationQuarters = pgTable('application_quarters', ofApplication(), (t) => [
  primaryKey({ columns: [t.startsAt, t.applicationId] }),
])

/** The same of each application, on each day (UTC): few enough to be added up. */
export const applicationDays = pgTable('application_days', ofApplication(), (t) => [
  primaryKey({ columns: [t.startsAt, t.applicationId] }),
])

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
