import { LEFT_ROLES_MAX, type ReviewPage } from '@gatehouse/contract/admin/reviews/reviews.ts'
import sql, { raw } from 'sql-template-tag'
import { countsOn } from '../../db/counts-on.ts'
import type { Executor } from '../../db/database.ts'
import { isCurrent } from '../../db/is-current.ts'
import { today } from '../../db/today.ts'
import { isCatchAll } from '../../decisions/is-catch-all.ts'

/** The lines that a review takes away when it is completed now, by what was decided last or by its silence. */
const TAKEN = raw(`l.review_id = v.id
  and case when l.decided_stage = v.stages then l.decision else v.silence end = 'revoke'`)

/** The roles with rows for approvals, and catch-all roles, that nobody active has any more once a running review is completed. */
export async function readLeftRoles(
  on: Executor,
  timeZone: string,
  reviewId: string,
): Promise<ReviewPage['leftRoles']> {
  const { rows } = await on.execute<ReviewPage['leftRoles'][number]>(sql`
    select distinct r.name as role, a.name as application, c.display_name as client
    from access_reviews v join access_review_lines l on ${TAKEN}
      join assignments g on g.id = l.assignment_id
      join applications a on a.id = g.application_id and a.deleted_at is null
      join clients c on c.id = g.client_id and c.deleted_at is null
      join application_roles r on r.application_id = a.id and lower(r.name) = lower(g.role) and r.deleted_at is null
        and (${raw(isCatchAll('r', 'c.id'))} or r.action <> '' and exists (
          select from document_approvals d where d.application_role_id = r.id and (r.client_id = c.id or d.all_clients)
            and ${countsOn('d', today(timeZone))}))
    where v.id = ${reviewId} and v.state = 'running' and not exists (
      select from assignments s join users u on u.id = s.user_id and u.is_active and u.deleted_at is null
      where s.application_id = a.id and s.client_id = c.id and lower(s.role) = lower(g.role) and ${raw(isCurrent('s'))}
        and not exists (select from access_review_lines l where ${TAKEN} and l.assignment_id = s.id))
    order by 2, 3, 1 limit ${LEFT_ROLES_MAX}`)
  return rows
}
