import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
    /** The administrator who asked while acting for the person; `null`: the person did. Decides nothing about it (ADR 0133). */
    requestedBy: uuid('requested_by'),
    /** `null`: the approver chooses it. */
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    /** The last day on which it is needed; `null`: no end. */
    lastDay: date('last_day'),
    state: text({ enum: ['waiting', 'approved', 'declined', 'withdrawn'] })
      .notNull()
      .default('waiting'),
    /** A person or a service account. Of a withdrawn one, which nobody has decided: the administrator who acted for the person; `null`: the person. */
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

/** Approvals of single steps, where the matrix of the application decides about a request (ADR 0109). Kept as long as the request. */
export const accessRequestApprovals = pgTable(
  'access_request_approvals',
  {
    id: uuid().primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => accessRequests.id, { onDelete: 'cascade' }),
    approvedBy: uuid('approved_by').notNull(),
    /** The lender and the stand-in, where somebody approved for another person. */
    onBehalfOf: uuid('on_behalf_of'),
    standInId: uuid('stand_in_id'),
    /** The row of the matrix that allowed it, the role of that row, and the version of the matrix. */
    rowId: uuid('row_id').notNull(),
    rowRole: text('row_role').notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    /** Which step it was, counted from 1, and of how many. */
    step: integer().notNull(),
    steps: integer().notNull(),
    /** What is to be given, as it was approved. */
    role: text().notNull(),
    lastDay: date('last_day'),
    answer: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('access_request_approvals_request').on(t.requestId, t.createdAt),
    index('access_request_approvals_approver').on(t.approvedBy, t.requestId),
  ],
)
