import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './identity.ts'

/** The scheduled backups, each with its result. In no backup themselves. */
export const backups = pgTable(
  'backups',
  {
    id: uuid().primaryKey(),
    startedAt: at('started_at').notNull().defaultNow(),
    /** The lease: a server that dies while it makes one loses it after this time. */
    claimedUntil: at('claimed_until').notNull(),
    finishedAt: at('finished_at'),
    state: text({ enum: ['running', 'done', 'failed'] })
      .notNull()
      .default('running'),
    /** The name of the file, without its folder. */
    file: text().notNull(),
    bytes: bigint({ mode: 'number' }),
    rows: bigint({ mode: 'number' }),
    /** Whether it was also restored into a scratch database: 'impossible' if there is none to restore into. */
    trial: text({ enum: ['restored', 'impossible', 'off'] }),
    /** Why it failed, why the trial was impossible, or which old files could not be removed after it. */
    error: text(),
  },
  (t) => [index('backups_started').on(t.startedAt)],
)
