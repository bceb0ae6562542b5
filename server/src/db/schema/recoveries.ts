import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, users } from './identity.ts'

/** Recoveries of accounts whose owner has lost every way in (ADR 0093). An open one whose time is over has expired. */
export const accountRecoveries = pgTable(
  'account_recoveries',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: ['approval', 'waiting', 'sent', 'used', 'stopped', 'cancelled', 'expired'] }).notNull(),
    /** Where the link goes: the address of the account from then on. */
    newEmail: text('new_email').notNull(),
    reason: text().notNull(),
    /** Of the link at the old addresses; `null` until the waiting time begins. */
    stopHash: bytes('stop_hash').unique(),
    /** Of the link at the new address; `null` until it is sent. */
    secretHash: bytes('secret_hash').unique(),
    startedBy: uuid('started_by').notNull(),
    /** The session of who started it; their rights are judged again later. */
    sessionId: uuid('session_id').notNull(),
    /** `null`: the person has no console permissions, or nobody has approved it yet. */
    approvedBy: uuid('approved_by'),
    /** The session of who approved it; `null` also of what a former release approved. */
    approvedSessionId: uuid('approved_session_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When the waiting time is over; `null`: it has not begun. */
    readyAt: at('ready_at'),
    expiresAt: at('expires_at').notNull(),
    /** When it was used, stopped or cancelled. */
    settledAt: at('settled_at'),
  },
  (t) => [
    uniqueIndex('account_recoveries_open').on(t.userId).where(sql`state in ('approval', 'waiting', 'sent')`),
    index('account_recoveries_user').on(t.userId, t.id),
    index('account_recoveries_ready').on(t.readyAt).where(sql`state = 'waiting'`),
    index('account_recoveries_expires').on(t.expiresAt),
  ],
)
