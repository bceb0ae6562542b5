import { isActive } from '../access/launch-rule.ts'
import type { Executor } from '../db/database.ts'
import { isCurrent } from '../db/is-current.ts'
import { isCatchAll } from './is-catch-all.ts'
import { LENT } from './lent.ts'

/**
 * Authority to approve that people hold at this moment, as tables to select from: the assignment `s`, application `a`,
 * client `c`, application role `r` and page `p`: one of a row, or any for the catch-all role. The creation of documents is not lent, and so not among it.
 */
export const HELD = `assignments s
  join applications a on a.id = s.application_id and ${isActive('a')}
  join clients c on c.id = s.client_id and ${isActive('c')} and ${isCurrent('s')}
  join application_roles r on r.application_id = a.id and lower(r.name) = lower(s.role)
    and r.deleted_at is null
  join pages p on p.application_id = a.id and p.deleted_at is null and p.status = 'ACTIVE'
    and (r.action not in ('', 'Creator') and exists (
        select from document_approvals d where d.application_role_id = r.id and d.deleted_at is null and d.status = 'ACTIVE'
          and (r.client_id = c.id or d.all_clients) and (d.page_id = p.id or d.all_pages))
      or ${isCatchAll('r', 'c.id')})`

/** Whether stand-ins concern somebody: they can approve something now, or have lent or been lent authority. */
export async function usesStandIns(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ isUsed: boolean }>({
    name: 'uses-stand-ins',
    isLookUp: true,
    text: `select exists (select 1 from stand_ins where lender_id = $1) or exists (select 1 from stand_ins where stand_in_id = $1)
      or exists (select 1 from ${HELD} where s.user_id = $1) as "isUsed"`,
    values: [userId],
  })
  return rows[0]?.isUsed === true
}

/**
 * Whether somebody may approve requests for access where a matrix decides: they hold a row of the page of such an application, or stand
 * in for somebody there (ADR 0109).
 */
export async function approvesRequests(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ approves: boolean }>({
    name: 'approves-requests',
    isLookUp: true,
    text: `select exists (
        select 1 from ${HELD} where s.user_id = $1 and a.request_rule = 'matrix' and p.id = a.request_page_id)
      or exists (select 1 from ${LENT} join applications a on a.id = t.application_id and a.request_rule = 'matrix'
        where t.stand_in_id = $1 and (t.page_ids is null or a.request_page_id = any(t.page_ids))) as approves`,
    values: [userId],
  })
  return rows[0]?.approves === true
}
