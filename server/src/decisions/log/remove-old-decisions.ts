import sql from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { removeDue } from '../../db/prune.ts'

/** Removes logged decisions when they are older than this. */
export const removeOldDecisions = (db: Db, keepDays: number): Promise<void> =>
  removeDue(db, ['approval_decisions', 'at', sql`at < now() - make_interval(days => ${keepDays})`])
