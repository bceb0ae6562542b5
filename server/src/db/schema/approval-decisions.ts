import { bigint, boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { applications } from './access.ts'
import { at, users } from './identity.ts'

/**
 * The decisions that applications asked for, to be replayed against another matrix (ADR 0092). Written beside the answers, and
 * kept for `DECISIONS_KEEP_DAYS`. Each week is a partition, made by functions of the migrations, so that pruning drops it
 * (ADR 0105). There is no primary key: it would need the time, and no statement looks for an id.
 */
export const approvalDecisions = pgTable(
  'approval_decisions',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** The id that the answer and the receipt have; `null`: a server of the former release answered. */
    decisionId: uuid('decision_id'),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    at: at('at').notNull(),
    /** `null`: the id that was sent is nobody's. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** As it was sent, if it is an id; the client may not exist. */
    clientId: uuid('client_id'),
    /** The id of the page; or what was sent, when the application had no such page. */
    page: text().notNull(),
    action: text().notNull(),
    /** In rupees, as it was sent. */
    amount: text().notNull(),
    currency: text().notNull(),
    region: text().notNull(),
    /** Creator, earlier approvals and earlier amount, without names and ids of people (decisions/log/others.ts). */
    document: jsonb().notNull(),
    /** The role that the person had; `null`: no assignment. */
    role: text(),
    /** What was lent to the person; and what of it allowed this. */
    standIns: uuid('stand_ins').array().notNull().default([]),
    standInId: uuid('stand_in_id'),
    isAllowed: boolean('is_allowed').notNull(),
    reasons: text().array().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('approval_decisions_application').on(t.applicationId, t.at, t.id),
    index('approval_decisions_at').on(t.at),
    index('approval_decisions_user').on(t.userId, t.id),
  ],
)
