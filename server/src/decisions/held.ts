import sql, { raw, type Sql } from 'sql-template-tag'
import { isActive } from '../access/launch-rule.ts'
import { countsOn } from '../db/counts-on.ts'
import type { Executor } from '../db/database.ts'
import { isCurrent } from '../db/is-current.ts'
import { today } from '../db/today.ts'
import { isCatchAll } from './is-catch-all.ts'
import { LENT } from './lent.ts'

/**
 * Authority to approve that people hold at this moment, as tables to select from: the assignment `s`, application `a`,
 * client `c`, application role `r` and page `p`: one of a row, or any for the catch-all role, also more than once. The creation of documents
 * is not lent, and so not among it. The rows of a role are read first, and pages only where one of these, or the catch-all role, needs them.
 * Roles are looked up for each assignment: with few people and a large new matrix, all roles would be read at each look at a session.
 */
export const heldIn = (timeZone: string): Sql => sql`assignments s
  join applications a on a.id = s.application_id and ${raw(isActive('a'))}
  join clients c on c.id = s.client_id and ${raw(isActive('c'))} and ${raw(isCurrent('s'))}
  join lateral (select z.* from application_roles z where z.application_id = s.application_id and lower(z.name) = lower(s.role)
    and z.deleted_at is null offset 0) r on true
  join lateral (
    select p.* from document_approvals d
      join lateral (
        select p.* from pages p where p.id = d.page_id and not d.all_pages
        union all select p.* from pages p where p.application_id = r.application_id and d.all_pages) p on true
      where d.application_role_id = r.id and r.action not in ('', 'Creator') and (r.client_id = c.id or d.all_clients)
        and ${countsOn('d', today(timeZone))}
    union all
    select p.* from pages p where p.application_id = r.application_id and ${raw(isCatchAll('r', 'c.id'))}) p
    on p.application_id = a.id and p.deleted_at is null and p.status = 'ACTIVE'`

/** Whether stand-ins concern somebody: they can approve something now, or have lent or been lent authority. */
export async function usesStandIns(on: Executor, timeZone: string, userId: string): Promise<boolean> {
  const { text, values } = sql`
    select exists (select 1 from stand_ins where lender_id = ${userId}) or exists (select 1 from stand_ins where stand_in_id = ${userId})
      or exists (select 1 from ${heldIn(timeZone)} where s.user_id = ${userId}) as "isUsed"`
  const { rows } = await on.execute<{ isUsed: boolean }>({ name: 'uses-stand-ins', isLookUp: true, text, values })
  return rows[0]?.isUsed === true
}

/**
 * Whether somebody may approve requests for access where a matrix decides: they hold a row of the page of such an application, or stand
 * in for somebody there (ADR 0109).
 */
export async function approvesRequests(on: Executor, timeZone: string, userId: string): Promise<boolean> {
  const { text, values } = sql`
    select exists (
        select 1 from ${heldIn(timeZone)} where s.user_id = ${userId} and a.request_rule = 'matrix' and p.id = a.request_page_id)
      or exists (select 1 from ${raw(LENT)} join applications a on a.id = t.application_id and a.request_rule = 'matrix'
        where t.stand_in_id = ${userId} and (t.page_ids is null or a.request_page_id = any(t.page_ids))) as approves`
  const { rows } = await on.execute<{ approves: boolean }>({ name: 'approves-requests', isLookUp: true, text, values })
  return rows[0]?.approves === true
}
