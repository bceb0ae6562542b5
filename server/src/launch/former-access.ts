import sql, { raw, type Sql } from 'sql-template-tag'
import { EXISTING_ASSIGNMENTS } from '../access/launch-rule.ts'
import { storedNamesOf } from '../audit/record-audit.ts'
import type { Db } from '../db/database.ts'

const ENDS = ['users.application-ended', 'users.application-detached'].flatMap(storedNamesOf)

export type FormerAccess = { applicationId: string; name: string; endedAt: Date }

/**
 * The applications that were assigned to a person and are no more, with the moment at which that ended: as long as the audit has its
 * lines. Tell nobody else.
 *
 * @param which SQL that chooses among applications `a`
 * @param limit how many, the last ones first
 */
export async function listFormerAccess(db: Db, userId: string, which: Sql, limit = 1): Promise<FormerAccess[]> {
  const { rows } = await db.execute<FormerAccess>(sql`
    select a.id as "applicationId", a.name, max(coalesce((e.detail->>'validUntil')::timestamptz, e.at)) as "endedAt"
    from audit_events e join applications a on a.id = (e.detail->>'applicationId')::uuid and a.deleted_at is null
    where e.subject_id = ${userId} and e.event = any(${ENDS}::text[]) and ${which}
      and a.id not in (select s.application_id from ${raw(EXISTING_ASSIGNMENTS)} where s.user_id = ${userId})
    group by a.id order by "endedAt" desc limit ${limit}`)
  return rows
}
