import sql, { raw, type Sql } from 'sql-template-tag'
import { today } from '../../../db/today.ts'
import { dutyRows, WRITTEN_DUTY } from './duties-in.ts'

const DUTY = raw(`'duty ' || d.place as member, ${WRITTEN_DUTY} as duty`)
const DUTIES = dutyRows('c')

/**
 * What each rule keeps apart, as the roles that have it: those that it names, those that approve, by the rows of the matrix, what its actions and
 * pages say, and those that have a page or its own action by page access. `client_id`, `page_id` and `action` are those of a row. The catch-all role
 * does on every page whatever no row covers, but create.
 *
 * A page counts while it is inactive or deleted, too: so nobody gets anything when it comes back.
 *
 * @param without a row of the matrix, a routing, or the page access of a role, that is not looked at
 */
export const keptApartOf = (timeZone: string, without: string | null): Sql => sql`
  select c.id as rule_id, c.application_id, null::uuid as client_id, lower(k.role) as role, 'role ' || lower(k.role) as member,
    null::text as duty, null::uuid as page_id, null::text as action, false as is_access
  from role_conflicts c cross join unnest(c.roles) k(role) where c.deleted_at is null
  union all
  select c.id, c.application_id, case when not w.all_clients then r.client_id end, lower(r.name), ${DUTY},
    case when w.all_pages then d.page else w.page_id end, r.action, false
  from role_conflicts c cross join ${DUTIES}
    join application_roles r on r.application_id = c.application_id and r.deleted_at is null
      and (d.action is null or r.action = d.action
        or r.action = 'Authorised Approval' and d.action in ('Approval', 'Authorised'))
    join document_approvals w on w.application_role_id = r.id and w.deleted_at is null and w.status = 'ACTIVE'
      and (d.page is null or w.all_pages or w.page_id = d.page) and w.id is distinct from ${without}::uuid and (w.last_day is null or w.last_day >= ${today(timeZone)})
  where c.deleted_at is null and ${IS_BY_APPROVALS}
  union all
  select c.id, c.application_id, g.catch_all_client_id, lower(g.catch_all_role), ${DUTY}, d.page, 'Final Approval', false
  from role_conflicts c cross join ${DUTIES}
    join approval_routings g on g.application_id = c.application_id and g.deleted_at is null and g.catch_all_role <> ''
      and g.id is distinct from ${without}::uuid
  where c.deleted_at is null and d.action is distinct from 'Creator' and ${IS_BY_APPROVALS}
  union all
  select c.id, c.application_id, r.client_id, lower(r.name), ${DUTY}, rp.page_id, d.action, true
  from role_conflicts c cross join ${DUTIES}
    join application_role_pages rp on rp.page_id = d.page and (d.action is null or d.action = any(rp.actions))
    join application_roles r on r.id = rp.application_role_id and r.application_id = c.application_id and r.deleted_at is null
      and r.id is distinct from ${without}::uuid
  where c.deleted_at is null and d."by" = 'access'`

const IS_BY_APPROVALS = raw(`d."by" is distinct from 'access'`)
