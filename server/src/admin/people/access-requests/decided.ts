import type { Decided } from '@gatehouse/contract/decided.ts'
import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import { decidedMeanwhile } from '../../../audit/decided-meanwhile.ts'
import { countsOn } from '../../../db/counts-on.ts'
import type { Executor, Tx } from '../../../db/database.ts'
import { today } from '../../../db/today.ts'
import { isCatchAll } from '../../../decisions/is-catch-all.ts'
import { AppError } from '../../../errors.ts'

/**
 * What became of a request, for whoever decides too late: its decision, or the newest approval of a step.
 *
 * @param isNamed whether the caller may read who has decided
 */
export async function requestDecided(tx: Tx, requestId: string, isNamed = true): Promise<AppError> {
  const { rows } = await tx.execute<Decided>(sql`
    select case when r.state = 'waiting' then 'step-approved' else r.state end as what,
      ${raw(nameOfActor(`case r.state when 'waiting' then p.approved_by when 'withdrawn' then coalesce(r.decided_by, r.user_id) else r.decided_by end`))} as by,
      coalesce(p.created_at, r.decided_at) as at, coalesce(p.role, r.role) as role, coalesce(p.answer, r.answer) as note
    from access_requests r left join lateral (
      select a.approved_by, a.created_at, a.role, a.answer from access_request_approvals a
      where a.request_id = r.id order by a.created_at desc, a.id desc limit 1) p on r.state = 'waiting'
    where r.id = ${requestId} and (r.state <> 'waiting' or p.approved_by is not null)`)
  const [decided] = rows
  if (decided === undefined) return new AppError('not_found')
  return decidedMeanwhile(decided, isNamed)
}

/** Whether a matrix names a role of somebody for the page and client of a request: it was or will be sent to them. */
export async function isAskedInSteps(
  db: Executor,
  timeZone: string,
  userId: string,
  requestId: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from access_requests r join applications a on a.id = r.application_id and a.request_rule = 'matrix'
      join assignments s on s.user_id = ${userId} and s.application_id = r.application_id and s.client_id = r.client_id
      join application_roles x on x.application_id = r.application_id and lower(x.name) = lower(s.role) and x.deleted_at is null
    where r.id = ${requestId} and r.user_id <> ${userId} and (exists (
        select from document_approvals d where d.application_role_id = x.id and ${countsOn('d', today(timeZone))}
          and (d.all_pages or d.page_id = a.request_page_id) and (d.all_clients or x.client_id = r.client_id))
      or ${raw(isCatchAll('x', 'r.client_id'))}) limit 1`)
  return rows.length > 0
}
