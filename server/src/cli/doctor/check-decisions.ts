import { readWeeks } from '../../decisions/log/decision-weeks.ts'
import { type Finding, ok, type Patient, warning } from './finding.ts'

const DAY_SECONDS = 86_400
/** Servers make them two weeks ahead. */
const LEAST_DAYS = 7

/** Whether the log of decisions has partitions for what will be written (ADR 0105). */
export async function checkDecisions({ db }: Patient): Promise<Finding[]> {
  const { secondsAhead, weeks, strays } = await readWeeks(db)
  const days = Math.floor(secondsAhead / DAY_SECONDS)
  const mend = 'Look for "upkeep failed" in the log of a server: each makes the weeks and drops old ones, every hour.'
  if (strays > 0) return [warning('decisions', `${strays} logged decisions belong to no week.`, mend)]
  if (days < LEAST_DAYS) return [warning('decisions', `The weeks of their log end in ${days} days.`, mend)]
  return [ok('decisions', `Their log has ${weeks} partitions, for the next ${days} days.`)]
}
