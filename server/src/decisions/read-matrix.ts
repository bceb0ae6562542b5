import { DEFAULT_ROUTING, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { toInclusive } from '../approvals/bounds.ts'
import type { MatrixRow } from '../approvals/chain.ts'
import { compileMatrix, type Matrix, type Page, type Rule } from '../approvals/matrix.ts'
import type { Executor } from '../db/database.ts'

/**
 * All rules of an application with their version and routing, in one statement: they belong together.
 *
 * @param timeZone in which the days of rules begin and end
 */
export function readMatrix(on: Executor, applicationId: string, timeZone: string): Promise<Matrix> {
  return readFrom(on, timeZone, {
    version: sql`coalesce((select version from approval_matrices where application_id = ${applicationId}), 0)::float8`,
    roles: sql`select * from application_roles where application_id = ${applicationId} and deleted_at is null`,
    pages: sql`select * from pages where application_id = ${applicationId} and deleted_at is null`,
    approvals: sql`select d.* from document_approvals d join application_roles r on r.id = d.application_role_id
      where r.application_id = ${applicationId} and d.deleted_at is null`,
    routing: routingOf(applicationId),
  })
}

/** The routing of an application; no row: none was set. */
export const routingOf = (applicationId: string | Sql): Sql => sql`
  select mode, parallel, rejection from approval_routings where application_id = ${applicationId} and deleted_at is null`

/** The rules of a version that was published before, from the history (ADR 0080). It never changes. */
export function readFormerMatrix(
  on: Executor,
  applicationId: string,
  version: number,
  timeZone: string,
): Promise<Matrix> {
  return readFrom(on, timeZone, {
    version: sql`${version}::float8`,
    roles: statesOf('application_roles', applicationId, version),
    pages: statesOf('pages', applicationId, version),
    approvals: statesOf('document_approvals', applicationId, version),
    routing: statesOf('approval_routings', applicationId, version),
  })
}

/** The records of a table as they were in a version, with the columns of the table. */
export const statesOf = (
  table: 'application_roles' | 'pages' | 'document_approvals' | 'approval_routings',
  applicationId: string,
  version: number,
): Sql => sql`
  select s.* from approval_history h cross join lateral jsonb_populate_record(null::${raw(table)}, h.state) s
  where h.application_id = ${applicationId} and h.kind = ${table} and h.from_version <= ${version}
    and (h.until_version is null or h.until_version > ${version})`

type StoredRule = Omit<Rule, 'regions'> & { allRegions: boolean; regions: string[] }
type Stored = { version: number; pages: Page[]; rules: StoredRule[]; routing: Routing | null }
/** The rows of a matrix, with the columns of their tables. */
type MatrixSource = { version: Sql; roles: Sql; pages: Sql; approvals: Sql; routing: Sql }

/** A matrix of rows that stand elsewhere: in the history, or partly in a draft. */
export async function readFrom(
  on: Executor,
  timeZone: string,
  { version, roles, pages, approvals, routing }: MatrixSource,
): Promise<Matrix> {
  const { rows } = await on.execute<Stored>(sql`
    with r as (${roles}), p as (${pages}), d as (${approvals}), g as (${routing})
    select ${version} as version,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'isActive', p.status = 'ACTIVE')), '[]') from p) as pages,
      (select coalesce(json_agg(json_build_object('id', d.id,
          'clientId', case when d.all_clients is not true then r.client_id end, 'pageId', case when d.all_pages is not true then d.page_id end,
          'home', json_build_object('clientId', r.client_id, 'pageId', d.page_id),
          -- Versions from before there was a status have none.
          'isActive', d.status is distinct from 'INACTIVE',
          'role', r.name, 'roleId', r.role_id, 'applicationRoleId', r.id, 'action', r.action, 'sequence', r.sequence,
          'rangeFrom', r.range_from, 'rangeTo', r.range_to, 'bounds', r.bounds,
          'validFrom', extract(epoch from d.first_day::timestamp at time zone ${timeZone}) * 1000,
          'validUntil', extract(epoch from (d.last_day + 1)::timestamp at time zone ${timeZone}) * 1000,
          'allRegions', r.all_regions, 'regions', r.regions)), '[]')
        from d join r on r.id = d.application_role_id and r.action <> '' join p on p.id = d.page_id) as rules,
      (select json_build_object('mode', g.mode, 'parallel', g.parallel, 'rejection', g.rejection) from g) as routing`)
  const stored = rows[0] as Stored
  const [texts, lists] = [keepOnce<string>(), keepOnce<string[]>()]
  const shared = (text: string) => texts(text, text)
  const ruled = stored.rules.map(({ allRegions, regions, ...rule }): Rule => {
    const where: MatrixRow['regions'] = allRegions ? 'All' : lists(regions.join(), regions)
    return {
      ...{ ...rule, ...toInclusive(rule), regions: where },
      ...{ role: shared(rule.role), roleId: shared(rule.roleId), applicationRoleId: shared(rule.applicationRoleId) },
      clientId: rule.clientId && shared(rule.clientId),
      pageId: rule.pageId && shared(rule.pageId),
    }
  })
  return compileMatrix(stored.version, stored.pages, ruled, stored.routing ?? DEFAULT_ROUTING)
}

/** Parsed rules each have values of their own. Equal ones are kept once, which takes a third less memory. */
function keepOnce<Value>() {
  const known = new Map<string, Value>()
  return (key: string, value: Value): Value => {
    const found = known.get(key)
    if (found === undefined) known.set(key, value)
    return found ?? value
  }
}
