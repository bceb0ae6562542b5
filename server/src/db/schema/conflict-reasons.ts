import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clients } from './access.ts'
import { roleConflicts } from './console.ts'
import { at, users } from './identity.ts'

/** Why people got what a rule of separation of duties asks about (ADR 0117). Rows are only added. */
export const conflictReasons = pgTable(
  'conflict_reasons',
  {
    id: uuid().primaryKey(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => roleConflicts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The client of the conflict; `null` where the rule is about all clients together. */
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    /** A person or a service account. Not a reference: it stays when the account is removed. */
    givenBy: uuid('given_by').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    // The newest one of a person and a rule.
    index('conflict_reasons_rule').on(t.ruleId, t.userId, t.id),
    index('conflict_reasons_user').on(t.userId),
    index('conflict_reasons_client').on(t.clientId),
  ],
)
