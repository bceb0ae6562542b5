import { integer, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, bytes } from './identity.ts'

/** The keys that protect everything else, each wrapped (encrypted) by the master key (ADR 0055). */
export const storedKeys = pgTable(
  'stored_keys',
  {
    id: uuid().primaryKey(),
    /** `root`: all keyed digests and signatures derive from it; there is one. `data`: seals values. */
    use: text({ enum: ['root', 'data'] }).notNull(),
    /** The highest version of the data keys seals new values. */
    version: integer().notNull(),
    /** 1: sealed values do not name this key, as in releases before it was stored. 2: they do. */
    form: smallint().notNull(),
    wrapped: bytes().notNull(),
    /** Tells the master key that wraps it from others. */
    masterKeyId: text('master_key_id').notNull(),
    wrappedAt: at('wrapped_at').notNull().defaultNow(),
    /** The new key for servers that still run with the former master key; emptied after an hour. */
    handover: bytes(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The lease of the server that seals values again with this key. */
    claimedUntil: at('claimed_until'),
    /** When the present pass over all values began. */
    passBeganAt: at('pass_began_at'),
    /** The place that is worked on, and the last row of it that is done. */
    placeNumber: smallint('place_number').notNull().default(0),
    doneThrough: text('done_through'),
    /** Of the values under former keys: how many there were, how many are sealed again, how many could not be opened. */
    total: integer(),
    resealed: integer().notNull().default(0),
    unreadable: integer().notNull().default(0),
    /** When no value under a former key was left; at once for the first key. */
    resealedAt: at('resealed_at'),
  },
  (t) => [unique('stored_keys_version').on(t.use, t.version)],
)
