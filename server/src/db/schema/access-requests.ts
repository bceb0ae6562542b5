import { sql } from 'drizzle-orm'
import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, users } from './identity.ts'

/** What people ask for, and what became of it (ADR 0071). */
export const accessRequests = pgTable(
  'access_requests',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** `null`: the approver chooses it. */
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    /** The last day on which it is needed; `null`: no end. */
    lastDay: date('last_day'),
    state: text({ enum: ['waiting', 'approved', 'declined', 'withdrawn'] })
      .notNull()
      .default('waiting'),
    /** A person or a service account. */
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    /** The application role that was given; empty: none. */
    role: text().notNull().default(''),
    /** What was answered to the person. */
    answer: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When those who decide were reminded; `null`: not yet. */
    remindedAt: at('reminded_at'),
    /** When administrators were notified that nobody has decided; `null`: not yet. */
    escalatedAt: at('escalated_at'),
  },
  (t) => [
    uniqueIndex('access_requests_waiting').on(t.userId, t.applicationId).where(sql`state = 'waiting'`),
    index('access_requests_user').on(t.userId, t.id),
    index('access_requests_application').on(t.applicationId, t.id),
    index('access_requests_client').on(t.clientId),
    index('access_requests_state').on(t.state, t.id),
    index('access_requests_decided').on(t.decidedAt).where(sql`decided_at is not null`),
  ],
)
