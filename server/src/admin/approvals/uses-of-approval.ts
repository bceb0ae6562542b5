import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { highestIn, lowestIn, stepIn } from '../../db/amounts-in.ts'
import { countsOn } from '../../db/counts-on.ts'
import type { Db, Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { isCurrent } from '../../db/is-current.ts'
import { today } from '../../db/today.ts'
import { countEachUse } from '../engine/table-store.ts'

/** A document approval `d` of the role `r`, with its application, client and page. */
const APPROVAL = `document_approvals d join application_roles r on r.id = d.application_role_id and r.deleted_at is null
  join applications a on a.id = r.application_id and a.deleted_at is null
  join clients c on c.id = r.client_id and c.deleted_at is null join pages p on p.id = d.page_id and p.deleted_at is null`

/** The active people `u` who have a role there, by the row `d` for their client. */
const peopleOf = (
  r: string,
  d: string,
) => `assignments s join users u on u.id = s.user_id and u.is_active and u.deleted_at is null
  where s.application_id = ${r}.application_id and lower(s.role) = lower(${r}.name) and ${isCurrent('s')}
    and (${d}.all_clients or s.client_id = ${r}.client_id)`

/** Another row `o` of the role `x`, by which somebody approves all that the row `d` of the role `r` covers. */
const replacedOn = (
  day: Sql,
): Sql => sql`document_approvals o join application_roles x on x.id = o.application_role_id and x.deleted_at is null
  where o.id <> d.id and ${countsOn('o', day)} and x.application_id = r.application_id
    and x.sequence is not distinct from r.sequence and x.action is not distinct from r.action
    and (o.all_clients or not d.all_clients and x.client_id = r.client_id)
    and (o.all_pages or not d.all_pages and o.page_id = d.page_id)
    and (x.all_regions or not r.all_regions and x.regions @> r.regions)
    and ${raw(lowestIn('x'))} <= ${raw(lowestIn('r'))}
    and (x.range_to is null or ${raw(highestIn('x'))} >= ${raw(highestIn('r'))}) and exists (select from ${raw(peopleOf('x', 'o'))})`

/** What a document approval carries while it counts. */
export const usesOfApproval = (timeZone: string, db: Db | Tx, id: string): Promise<Use[]> => {
  const day = today(timeZone)
  const which = sql`d.id = ${id} and ${countsOn('d', day)}`
  return countEachUse(db, [
    [
      'people',
      'leaves',
      sql`select distinct u.id, ${raw(fullNameIn('u'))} as name from ${raw(APPROVAL)}
        cross join lateral (select u.* from ${raw(peopleOf('r', 'd'))}) u where ${which}`,
    ],
    [
      'steps of approvals that nobody else can approve',
      'leaves',
      sql`select ${raw(stepIn('r'))} as name from ${raw(APPROVAL)}
        where ${which} and r.action is distinct from 'Creator' and not exists (select from ${replacedOn(day)})`,
    ],
    [
      'stand-ins',
      'leaves',
      sql`select ${raw(fullNameIn('u'))} || ' · ' || t.role as name from ${raw(APPROVAL)}
        join stand_ins t on t.application_id = r.application_id and lower(t.role) = lower(r.name) and t.ended_at is null
          and t.valid_until > now() and (t.client_id is null or d.all_clients or t.client_id = r.client_id)
          and (t.page_ids is null or d.all_pages or d.page_id = any(t.page_ids))
        join users u on u.id = t.stand_in_id where ${which}`,
    ],
    [
      'requests for access that wait',
      'leaves',
      sql`select ${raw(fullNameIn('u'))} || ' · ' || a.name as name from ${raw(APPROVAL)}
        join access_requests q on q.application_id = r.application_id and q.state = 'waiting'
          and (d.all_clients or q.client_id = r.client_id)
        join users u on u.id = q.user_id and u.deleted_at is null
        where ${which} and a.request_rule = 'matrix' and (d.all_pages or a.request_page_id = d.page_id)`,
    ],
  ])
}
