import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { at, bytes } from './identity.ts'

/** Files of the web app of every release that ran lately, for pages of the one before or after (ADR 0126). */
export const webAssets = pgTable(
  'web_assets',
  {
    /** The name of a file below /assets, with a hash of its content. */
    name: text().primaryKey(),
    content: bytes().notNull(),
    isBrotli: boolean('is_brotli').notNull(),
    /** When a server last had it in its own build, to the day. */
    keptAt: at('kept_at').notNull().defaultNow(),
  },
  (t) => [index('web_assets_kept').on(t.keptAt)],
)
