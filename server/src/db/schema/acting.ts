import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, users } from './identity.ts'

/**
 * When administrators acted for people (ADR 0098). One runs while it has not ended, and the session and the rights it depends on
 * are still there: `sessions/acting.ts`.
 */
export const actings = pgTable(
  'actings',
  {
    id: uuid().primaryKey(),
    /** The session of the administrator. */
    sessionId: uuid('session_id').notNull(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    /** Whether some things may be changed for the person (ADR 0133). */
    mayChange: boolean('may_change').notNull().default(false),
    startedAt: at('started_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    uniqueIndex('actings_open').on(t.sessionId).where(sql`ended_at is null`),
    index('actings_actor').on(t.actorId),
    index('actings_user').on(t.userId),
    index('actings_expires').on(t.expiresAt),
  ],
)
