import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { REVIEW_DECIDERS } from '../../../access/review-deciders.ts'
import { stepIn } from '../../../db/amounts-in.ts'
import { countsOn } from '../../../db/counts-on.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { isCurrent } from '../../../db/is-current.ts'
import { GATEWAY_OWNERS, OWNER_TABLES, type OwnersTable } from '../../../db/owner-tables.ts'
import { today } from '../../../db/today.ts'
import type { Deps } from '../../../deps.ts'
import { countEachUse } from '../../engine/table-store.ts'
import { decidersBy } from '../access-requests/deciders.ts'
import { readMatrixSteps, type WithMatrices } from '../access-requests/matrix-steps.ts'
import { begunByPeople } from './begun-by-people.ts'

type Needs = WithMatrices & Pick<Deps, 'config'>

/** What a person has, and what is left behind without them. */
export const usesOfPerson = (deps: Needs, db: Db | Tx, id: string): Promise<Use[]> => usesOfPeople(deps, db, [id])

/** The same for people who go together: what only they have among themselves is left behind. */
export async function usesOfPeople(deps: Needs, db: Db | Tx, ids: readonly string[]): Promise<Use[]> {
  if (ids.length === 0) return []
  const people = sql`${ids}::uuid[]`
  const steps = await readMatrixSteps(deps, db, sql`true`)
  return countEachUse(db, [
    [
      'assignments',
      'detaches',
      sql`select a.name || ' · ' || c.display_name as name, a.id from assignments s
        join applications a on a.id = s.application_id join clients c on c.id = s.client_id where s.user_id = any(${people})`,
      true,
    ],
    [
      'application roles that nobody else has',
      'leaves',
      sql`select distinct r.name || ' · ' || a.name || ' · ' || c.display_name as name ${rolesOfThemAlone(people)}`,
    ],
    [
      'steps of approvals that nobody else can approve',
      'leaves',
      sql`select distinct ${raw(stepIn('o'))} as name
        ${rolesOfThemAlone(
          people,
          sql`join application_roles o on o.application_id = r.application_id and lower(o.name) = lower(r.name) and o.deleted_at is null
              and o.action is distinct from 'Creator'
            join document_approvals d on d.application_role_id = o.id and (o.id = r.id or d.all_clients)
            and ${countsOn('d', today(deps.config.timeZone))}
            join pages p on p.id = d.page_id and p.deleted_at is null`,
        )}`,
    ],
    ['stand-ins for them', 'detaches', lent(sql`t.lender_id`, sql`t.stand_in_id`, people), true],
    // These stay, and allow nothing meanwhile.
    ['people for whom they stand in', 'leaves', lent(sql`t.stand_in_id`, sql`t.lender_id`, people), true],
    [
      'requests for access that they decide about',
      'leaves',
      sql`select distinct r.id, ${raw(fullNameIn('u'))} || ' · ' || a.name as name from access_requests r
        join users u on u.id = r.user_id and u.deleted_at is null
        join applications a on a.id = r.application_id and a.deleted_at is null
        where r.state = 'waiting' and exists (select from ${decidersBy(steps)} d where d.id = any(${people}))`,
      true,
    ],
    [
      'running reviews in which they decide',
      'leaves',
      sql`select distinct v.id, v.name from ${raw(REVIEW_DECIDERS)} w
        join access_review_lines l on l.id = w.line_id and l.decided_stage < w.stage and l.outcome is null
        join access_reviews v on v.id = w.review_id and v.state = 'running' where w.user_id = any(${people})`,
      true,
    ],
    [
      'service accounts of this owner',
      'leaves',
      sql`select id, name from service_accounts where owner_id = any(${people}) and deleted_at is null`,
      true,
    ],
    ['applications that nobody else owns', 'leaves', ownedByThemAlone(people, 'application_owners'), true],
    [
      'gateways that nobody else owns',
      'leaves',
      join(
        Object.entries(GATEWAY_OWNERS).map(([kind, table]) => ownedByThemAlone(people, table, `${kind}:`)),
        ' union all ',
      ),
      true,
    ],
    ...begunByPeople(people),
  ])
}

/** What these people own, and no active person beside them; the ids begin with `kind`. */
function ownedByThemAlone(people: Sql, table: OwnersTable, kind = ''): Sql {
  const { column, records, name } = OWNER_TABLES[table]
  const [owners, record] = [raw(table), raw(column)]
  return sql`
    select ${raw(name)} as name, ${kind}::text || t.id::text as id from ${raw(records)} t where t.deleted_at is null
      and exists (select from ${owners} o where o.${record} = t.id and o.user_id = any(${people}))
      and not exists (
        select from ${owners} g join users u on u.id = g.user_id and u.is_active and u.deleted_at is null
        where g.${record} = t.id and g.user_id <> all(${people}))`
}

/** The application roles `r`, with application `a` and client `c`, that no active person beside these has. */
const rolesOfThemAlone = (people: Sql, more: Sql = sql``): Sql => sql`from assignments s
  join application_roles r on r.application_id = s.application_id and r.client_id = s.client_id
    and lower(r.name) = lower(s.role) and r.deleted_at is null
  join applications a on a.id = s.application_id and a.deleted_at is null
  join clients c on c.id = s.client_id and c.deleted_at is null ${more}
  where s.user_id = any(${people}) and not exists (
    select from assignments g join users u on u.id = g.user_id and u.is_active and u.deleted_at is null
    where g.application_id = s.application_id and g.client_id = s.client_id and lower(g.role) = lower(s.role)
      and g.user_id <> all(${people}) and ${raw(isCurrent('g'))})`

/** What is lent by or to these people, now or later. What they lend ends with the account. */
const lent = (whose: Sql, other: Sql, people: Sql): Sql => sql`
  select ${raw(fullNameIn('o'))} || ' · ' || t.role || ' · ' || a.name as name, o.id from stand_ins t
    join users o on o.id = ${other} join applications a on a.id = t.application_id
  where ${whose} = any(${people}) and t.ended_at is null and t.valid_until > now()`
