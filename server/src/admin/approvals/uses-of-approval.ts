import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { highestIn, lowestIn, stepIn } from '../../db/amounts-in.ts'
import { countsOn } from '../../db/counts-on.ts'
import type { Db, Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { isCurrent } from '../../db/is-current.ts'
import { today } from '../../db/today.ts'
import { type CountedUse, countEachUse } from '../engine/table-store.ts'

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

/**
 * Another row `o` of the role `x`, by which somebody approves all that the row `d` of the role `r` covers.
 *
 * @param others the rows `o`: those on the same page, or those that count on every page. Each is asked apart, so that no row is compared
 *   with those of all other pages
 */
const replacedOn = (day: Sql, removed: readonly string[], others: Sql): Sql => sql`${others}
    -- The role of each row is looked up: before the database has statistics, it would go through all roles of the application for each row.
    cross join lateral (select * from application_roles z where z.id = o.application_role_id and z.deleted_at is null offset 0) x
  where o.id <> all(${removed}::uuid[]) and ${countsOn('o', day)} and x.application_id = r.application_id
    and x.sequence is not distinct from r.sequence and x.action is not distinct from r.action
    and (o.all_clients or not d.all_clients and x.client_id = r.client_id)
    and (x.all_regions or not r.all_regions and x.regions @> r.regions)
    and ${raw(lowestIn('x'))} <= ${raw(lowestIn('r'))}
    and (x.range_to is null or ${raw(highestIn('x'))} >= ${raw(highestIn('r'))}) and exists (select from ${raw(peopleOf('x', 'o'))})`

/** What a document approval carries while it counts. */
export const usesOfApproval = (timeZone: string, db: Db | Tx, id: string): Promise<Use[]> =>
  countEachUse(
    db,
    usesOf(timeZone, [id], [id]).map(([kind, effect, used]) => [kind, effect, sql`select name from (${used}) used`]),
  )

/** The kinds and numbers of what each of several carries, of which those in `removed` do not stay. */
export async function usesOfApprovals(
  timeZone: string,
  tx: Tx,
  ids: readonly string[],
  removed: readonly string[],
): Promise<ReadonlyMap<string, Pick<Use, 'kind' | 'count'>[]>> {
  const found = new Map<string, Pick<Use, 'kind' | 'count'>[]>()
  for (const [kind, , used] of usesOf(timeZone, ids, removed)) {
    const { rows } = await tx.execute<{ id: string; count: number }>(sql`
      select of_id as id, count(*)::int as count from (${used}) used group by of_id`)
    for (const { id, count } of rows) found.set(id, [...(found.get(id) ?? []), { kind, count }])
  }
  return found
}

/** SQL of the names, each with the document approval `of_id` that carries it. */
function usesOf(timeZone: string, ids: readonly string[], removed: readonly string[]): CountedUse[] {
  const day = today(timeZone)
  const which = sql`d.id = any(${ids}::uuid[]) and ${countsOn('d', day)}`
  return [
    [
      'people',
      'leaves',
      sql`select distinct d.id as of_id, u.id, ${raw(fullNameIn('u'))} as name from ${raw(APPROVAL)}
        cross join lateral (select u.* from ${raw(peopleOf('r', 'd'))}) u where ${which}`,
    ],
    [
      'steps of approvals that nobody else can approve',
      'leaves',
      sql`with everywhere as materialized (select * from document_approvals where all_pages and deleted_at is null)
        select d.id as of_id, ${raw(stepIn('r'))} as name from ${raw(APPROVAL)}
        where ${which} and r.action is distinct from 'Creator'
          and not exists (select from ${replacedOn(day, removed, sql`(select * from document_approvals s where s.page_id = d.page_id and not d.all_pages) o`)})
          and not exists (select from ${replacedOn(day, removed, sql`everywhere o`)})`,
    ],
    [
      'stand-ins',
      'leaves',
      sql`select d.id as of_id, ${raw(fullNameIn('u'))} || ' · ' || t.role as name from ${raw(APPROVAL)}
        join stand_ins t on t.application_id = r.application_id and lower(t.role) = lower(r.name) and t.ended_at is null
          and t.valid_until > now() and (t.client_id is null or d.all_clients or t.client_id = r.client_id)
          and (t.page_ids is null or d.all_pages or d.page_id = any(t.page_ids))
        join users u on u.id = t.stand_in_id where ${which}`,
    ],
    [
      'requests for access that wait',
      'leaves',
      sql`select d.id as of_id, ${raw(fullNameIn('u'))} || ' · ' || a.name as name from ${raw(APPROVAL)}
        join access_requests q on q.application_id = r.application_id and q.state = 'waiting'
          and (d.all_clients or q.client_id = r.client_id)
        join users u on u.id = q.user_id and u.deleted_at is null
        where ${which} and a.request_rule = 'matrix' and (d.all_pages or a.request_page_id = d.page_id)`,
    ],
  ]
}
