import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { roleConflicts } from './console.ts'
import { at, users } from './identity.ts'

/** People for whom a rule of separation of duties does not count for a time (ADR 0114). */
export const conflictExceptions = pgTable(
  'conflict_exceptions',
  {
    id: uuid().primaryKey(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => roleConflicts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who has granted it and answers for it. Not a reference: it stays when the account is removed. */
    ownerId: uuid('owner_id').notNull(),
    reason: text().notNull(),
    /** What is done instead of keeping the duties apart. */
    control: text().notNull().default(''),
    /** It counts from this moment on, and before `valid_until`. */
    createdAt: at('created_at').notNull().defaultNow(),
    validUntil: at('valid_until').notNull(),
    /** Before `valid_until`; `null`: it was not ended. */
    endedAt: at('ended_at'),
    /** A person or a service account. */
    endedBy: uuid('ended_by'),
    /** Whether the owner has got the notice before its end, or needs none. */
    isEndNotified: boolean('is_end_notified').notNull().default(false),
  },
  (t) => [
    // For each decision.
    index('conflict_exceptions_user').on(t.userId),
    index('conflict_exceptions_rule').on(t.ruleId, t.id),
    index('conflict_exceptions_until').on(t.validUntil),
  ],
)
