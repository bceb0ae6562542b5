import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { pages } from './console.ts'

/**
 * The last day on which an application asked about what nobody approves, for each page, client and action: an event is raised for the
 * first question of a day. So there are never more rows than that.
 */
export const uncoveredQuestions = pgTable(
  'uncovered_questions',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    /** In the zone of the portal. */
    lastDay: date('last_day').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.pageId, t.clientId, t.action] }),
    index('uncovered_questions_page').on(t.pageId),
    index('uncovered_questions_client').on(t.clientId),
  ],
)
