import sql, { raw } from 'sql-template-tag'
import { isGap } from '../../../approvals/contains-finding.ts'
import type { Finding } from '../../../approvals/lint.ts'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Executor } from '../../../db/database.ts'
import { today } from '../../../db/today.ts'

/** A gap of a page, for a client, that somebody has called intended. */
export type IntendedGap = Pick<Finding, 'step' | 'from' | 'to' | 'regions'> & {
  id: string
  clientId: string
  pageId: string
}

/** The marks of an application whose last day is not over. */
export async function readIntendedGaps(on: Executor, applicationId: string, timeZone: string): Promise<IntendedGap[]> {
  const { rows } = await on.execute<IntendedGap>(sql`
    select id, client_id as "clientId", page_id as "pageId", step, range_from::float8 as "from", range_to::float8 as "to", regions
    from intended_gaps where application_id = ${applicationId}
      and (last_day is null or last_day >= ${today(timeZone)})`)
  return rows
}

/** The mark of a gap: of exactly these amounts, regions and this step. A smaller or larger gap is another one. */
export function markOf(marks: readonly IntendedGap[], pageId: string, finding: Finding): IntendedGap | undefined {
  const { code, step, from, to, regions } = finding
  if (!isGap(code)) return undefined
  const sorted = regions.toSorted().join()
  return marks.find(
    (mark) =>
      mark.pageId === pageId &&
      mark.step === step &&
      mark.from === from &&
      mark.to === to &&
      mark.regions.toSorted().join() === sorted,
  )
}

export type MarkReason = { _id: string; reason: string; markedBy: string; markedAt: Date; lastDay: string | null }

/** Who has marked gaps and why, by the id of the mark. */
export async function readReasons(on: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, MarkReason>> {
  if (ids.length === 0) return new Map()
  const { rows } = await on.execute<MarkReason>(sql`
    select g.id as "_id", g.reason, coalesce(${raw(nameOfActor('g.created_by'))}, '') as "markedBy", g.created_at as "markedAt",
      g.last_day::text as "lastDay"
    from intended_gaps g where g.id = any(${[...ids]}::uuid[])`)
  return new Map(rows.map((mark) => [mark._id, mark]))
}
