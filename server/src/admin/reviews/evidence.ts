import { UNUSED_DAYS } from '@gatehouse/contract/review-lines.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { countsOn } from '../../db/counts-on.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { today } from '../../db/today.ts'
import { isCatchAll } from '../../decisions/is-catch-all.ts'
import { brokenRules } from '../approvals/conflicts/held-conflicts.ts'
import { FULFILLED_REQUEST, ORIGIN } from '../people/access/list-assignments.ts'

/** The lines of the audit that say that a person has opened an application. */
export const USED_EVENTS = `'launch.granted', 'oidc.signed-in'`

/** What the role of an assignment approves, or `null`. */
const authority = (timeZone: string): Sql => sql`(
  select jsonb_build_object('action', r.action, 'upTo', r.range_to::float8 / 100, 'pages', jsonb_agg(distinct p.name order by p.name))
  from application_roles r join document_approvals d on d.application_role_id = r.id and ${countsOn('d', today(timeZone))}
    join pages p on (p.id = d.page_id or d.all_pages and p.application_id = r.application_id) and p.deleted_at is null
  where r.application_id = g.application_id and (r.client_id = g.client_id or d.all_clients) and lower(r.name) = lower(g.role)
    and r.deleted_at is null and r.action not in ('', 'Creator')
  group by r.id order by (r.client_id = g.client_id) desc limit 1)`

/** Whether the role of an assignment approves what no row covers. */
const CATCHES_ALL = raw(`exists (
  select from application_roles r where r.application_id = g.application_id and r.client_id = g.client_id and lower(r.name) = lower(g.role)
    and r.deleted_at is null and ${isCatchAll('r', 'g.client_id')})`)

/**
 * The lines of a review, from the ids of its assignments: `ReviewEvidence` of the contract as it is at this moment, and the
 * flags. Flagged ones come first.
 */
export const linesOf = (timeZone: string, chosen: Sql): Sql => sql`
  with chosen as materialized (${chosen}),
  broken as materialized (
    select b.user_id, b.clients, b.roles, k.application_id, k.name
    from (${brokenRules(timeZone)}) b join role_conflicts k on k.id = b.rule_id),
  found as (
    select g.*, a.name as application, c.display_name as client, ${raw(fullNameIn('u'))} as person, used.at as used_at,
      coalesce(rules.names, '[]'::jsonb) as conflicts,
      jsonb_build_object(
        'assignedBy', case origin.event when 'users.application-assigned' then 'administrator'
          when 'registration.assigned' then 'registration' else 'unknown' end,
        'administrator', coalesce(${raw(fullNameIn('by'))}, machine.name, ''),
        'reason', coalesce(asked.reason, ''), 'lastUsedAt', used.at, 'authority', ${authority(timeZone)}, 'isCatchAll', ${CATCHES_ALL},
        'portalRole', coalesce((select o.name from roles o where o.id = u.role_id and o.deleted_at is null), '')) as facts,
      array_remove(array[
        case when rules.names is not null then 'conflict' end,
        case when g.created_at < now() - make_interval(days => ${UNUSED_DAYS})
          and coalesce(used.at < now() - make_interval(days => ${UNUSED_DAYS}), true) then 'unused' end,
        case when not u.is_active then 'inactive' end], null) as flags
    from chosen join assignments g on g.id = chosen.id join users u on u.id = g.user_id
      join applications a on a.id = g.application_id join clients c on c.id = g.client_id
      ${raw(ORIGIN)}
      ${raw(FULFILLED_REQUEST)}
      left join lateral (
        select e.at from audit_events e where e.actor_id = g.user_id and e.event in (${raw(USED_EVENTS)})
          and e.subject_id = g.application_id and e.detail->>'clientId' = g.client_id::text
        order by e.number desc limit 1) used on true
      left join lateral (
        select jsonb_agg(b.name order by lower(b.name)) as names from broken b
        where b.user_id = g.user_id and b.application_id = g.application_id and g.client_id = any(b.clients)
          and lower(g.role) = any(b.roles)) rules on true)
  select gen_random_uuid() as id, row_number() over (
      order by cardinality(flags) = 0, lower(application), lower(client), lower(person), id) as place,
    id as assignment_id, user_id, application_id, client_id, role, valid_from, valid_until, created_at as assigned_at,
    facts || jsonb_build_object('conflicts', conflicts) as evidence, flags
  from found`
