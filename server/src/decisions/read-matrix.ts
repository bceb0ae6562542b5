import { DEFAULT_ROUTING, type ShownRouting } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { toInclusive } from '../approvals/bounds.ts'
import { type CatchAll, compileMatrix, type Matrix, type Moment, type Page, type Rule } from '../approvals/matrix.ts'
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
  select mode, parallel, rejection, catch_all_role, catch_all_client_id from approval_routings
  where application_id = ${applicationId} and deleted_at is null`

/**
 * SQL: whether a routing names a catch-all role. Versions from before there were any have none, and one for a client that was purged is
 * none: it counts for nobody, and not for all clients.
 */
export const namesCatchAll = (
  routing: string,
): string => `(coalesce(${routing}.catch_all_role, '') <> '' and (${routing}.catch_all_client_id is null
    or exists (select from clients purged where purged.id = ${routing}.catch_all_client_id)))`

/** SQL: a routing `g` as answers show it. */
export const SHOWN_ROUTING = sql`jsonb_build_object('mode', g.mode, 'parallel', g.parallel, 'rejection', g.rejection,
  'catchAllRole', case when ${raw(namesCatchAll('g'))} then g.catch_all_role else '' end,
  'catchAllClientId', (select c.id from clients c where c.id = g.catch_all_client_id),
  'catchAllClient', coalesce((select c.display_name from clients c where c.id = g.catch_all_client_id), ''))`

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

type Shared = Pick<
  Rule,
  'role' | 'roleId' | 'applicationRoleId' | 'action' | 'sequence' | 'rangeFrom' | 'rangeTo' | 'bounds'
>
/** What all rules of an application role have in common. */
type StoredRole = Shared & { clientId: string; allRegions: boolean; regions: string[] }
type StoredRule = [
  id: string,
  applicationRoleId: string,
  pageId: string,
  ofClient: boolean,
  ofPage: boolean,
  isActive: boolean,
  validFrom: Moment | null,
  validUntil: Moment | null,
]
type Stored = {
  version: number
  pages: Page[]
  roles: StoredRole[]
  rules: StoredRule[]
  routing: ShownRouting | null
  catchAlls: CatchAll[]
}
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
      (select coalesce(json_agg(json_build_object('clientId', r.client_id, 'role', r.name, 'roleId', r.role_id,
          'applicationRoleId', r.id, 'action', r.action, 'sequence', r.sequence, 'rangeFrom', r.range_from,
          'rangeTo', r.range_to, 'bounds', r.bounds, 'allRegions', r.all_regions, 'regions', r.regions)), '[]')
        from r where r.action <> '') as roles,
      -- A list for each rule: their names would be most of the answer. Versions from before there was a status have none. Rules are joined
      -- to roles and pages by the server: the database expects few rows in such lists and would compare each with each.
      (select coalesce(json_agg(json_build_array(d.id, d.application_role_id, d.page_id,
          d.all_clients is not true, d.all_pages is not true, d.status is distinct from 'INACTIVE',
          extract(epoch from d.first_day::timestamp at time zone ${timeZone}) * 1000,
          extract(epoch from (d.last_day + 1)::timestamp at time zone ${timeZone}) * 1000)), '[]')
        from d) as rules,
      (select ${SHOWN_ROUTING} from g) as routing,
      (select coalesce(json_agg(json_build_object('clientId', r.client_id, 'role', r.name, 'roleId', r.role_id,
          'applicationRoleId', r.id)), '[]')
        from g join r on g.catch_all_role <> '' and lower(r.name) = lower(g.catch_all_role)
          and r.client_id = coalesce(g.catch_all_client_id, r.client_id)) as "catchAlls"`)
  return compileStored(rows[0] as Stored)
}

function compileStored({ version, pages, roles, rules, routing, catchAlls }: Stored): Matrix {
  // What rules have from their role and page is kept once, and equal lists of regions too: a third less memory.
  const lists = new Map<string, string[]>()
  const ofRoles = new Map(
    roles.map(({ allRegions, regions, ...role }) => {
      const list = lists.get(regions.join()) ?? regions
      lists.set(regions.join(), list)
      return [role.applicationRoleId, { ...role, ...toInclusive(role), regions: allRegions ? 'All' : list } as const]
    }),
  )
  const pageIds = new Map(pages.map(({ id }) => [id, id]))
  const compiled = rules.flatMap(([id, roleId, page, ofClient, ofPage, isActive, validFrom, validUntil]): Rule[] => {
    const [role, pageId] = [ofRoles.get(roleId), pageIds.get(page)]
    // The role has no action, or one of both is deleted.
    if (role === undefined || pageId === undefined) return []
    const home = { clientId: role.clientId, pageId }
    const place = { clientId: ofClient ? home.clientId : null, pageId: ofPage ? pageId : null }
    return [{ ...role, ...place, id, home, isActive, validFrom, validUntil }]
  })
  return compileMatrix(version, pages, compiled, routing ?? { ...DEFAULT_ROUTING, catchAllClient: '' }, catchAlls)
}
