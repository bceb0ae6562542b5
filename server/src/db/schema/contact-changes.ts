import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, users } from './identity.ts'

/** Changes that people made of their own email address or phone number, each of which can be undone for a while (ADR 0094). */
export const contactChanges = pgTable(
  'contact_changes',
  {
    id: uuid().primaryKey(),
    /**
     * The order of the changes of a person, who is locked when one is written. Ids and `created_at` are no order: servers have clocks of
     * their own, and a transaction that has begun earlier may be written later.
     */
    number: bigint({ mode: 'number' }).generatedByDefaultAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['email', 'phone'] }).notNull(),
    /** The former value; empty when there was no number. */
    former: text().notNull(),
    wasVerified: boolean('was_verified').notNull(),
    /** Of the link that undoes it. */
    undoHash: bytes('undo_hash').notNull().unique(),
    undoUntil: at('undo_until').notNull(),
    /** It was undone, or can no longer be because an administrator has changed the value since. */
    settledAt: at('settled_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('contact_changes_number').on(t.userId, t.number), index('contact_changes_until').on(t.undoUntil)],
)
