import sql from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { removeDue } from '../../db/prune.ts'
import { dropWeeks } from './decision-weeks.ts'

/** Partitions without a lower bound are old only in part: their old rows are deleted. */
const WITHOUT_BEGINNING = ['approval_decisions_first', 'approval_decisions_rest']

/** Removes logged decisions when they, and all of their week, are older than this. */
export async function removeOldDecisions(db: Db, keepDays: number): Promise<void> {
  await dropWeeks(db, keepDays)
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from approval_decision_weeks() where name = any(${WITHOUT_BEGINNING})`)
  for (const { name } of rows) await removeDue(db, [name, 'at', sql`at < now() - make_interval(days => ${keepDays})`])
}
