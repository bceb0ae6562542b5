import type { DraftRole, DraftRule, listDraftRoles } from '@gatehouse/contract/admin/approvals/drafts.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../../db/database.ts'
import { IS_CLASH, limitsOf, termsOf, withRoleChange } from './draft-sql.ts'
import { readDraft } from './drafts.ts'

type Asked = Input<typeof listDraftRoles>

const limitsShown = (
  h: string,
) => `json_build_object('actionOfRole', ${h}->>'action', 'sequence', (${h}->>'sequence')::int,
  'rangeFrom', (${h}->>'range_from')::float8 / 100, 'rangeTo', (${h}->>'range_to')::float8 / 100, 'bounds', ${h}->>'bounds',
  'regions', case when (${h}->>'all_regions')::boolean then '["${ALL_REGIONS}"]'::jsonb else ${h}->'regions' end)`

const termsShown = (h: string) =>
  `case when ${h} is not null then json_build_object('firstDay', ${h}->>'first_day', 'lastDay', ${h}->>'last_day',
    'allClients', coalesce((${h}->>'all_clients')::boolean, false), 'allPages', coalesce((${h}->>'all_pages')::boolean, false),
    'status', coalesce(${h}->>'status', 'ACTIVE')) end`

/**
 * The draft beside each row, read in the same statement, so that no form has a newer revision than what it shows. A draft that
 * was deleted meanwhile has no rows.
 */
const withDraft = (draftId: string) => sql`join approval_drafts f on f.id = ${draftId}`

/** What has been changed is the same again when the matrix was changed in the same way. */
const STATE =
  raw(`case when h.id is null or h.after is not distinct from h.current then 'same' when ${IS_CLASH.sql} then 'clash'
  when h.after is null then 'removed' when h.current is null then 'added' else 'changed' end as state`)

/** The application roles of a draft. @throws AppError not_found */
export async function listRoles(db: Db, { draftId, ...asked }: Asked): Promise<Page<DraftRole>> {
  const { application } = await readDraft(db, draftId)
  const from = sql`from (
      select r.id as role_id, r.name, r.sequence, c.display_name as client, ${limitsOf('r')} as current, h.id, h.before, h.after
      from application_roles r join clients c on c.id = r.client_id and c.deleted_at is null
        ${withRoleChange(draftId)}
      where r.application_id = ${application._id} and r.deleted_at is null) h ${withDraft(draftId)}
    where true ${conditions(asked, raw('h.name'), raw('h.client'))}`
  return pageOf<DraftRole>(db, draftId, asked, {
    columns: sql`h.role_id as "_id", h.name, h.client, ${STATE}, ${raw(limitsShown('coalesce(h.after, h.current)'))} as draft,
      ${raw(limitsShown('h.current'))} as current, f.revision`,
    from,
    order: sql`lower(h.client), h.sequence nulls last, lower(h.name), h.role_id`,
  })
}

/** The document approvals of a draft, also those that it removes. @throws AppError not_found */
export async function listRules(db: Db, { draftId, ...asked }: Asked): Promise<Page<DraftRule>> {
  const { application } = await readDraft(db, draftId)
  // Read once, also before the database has statistics of the tables.
  const from = sql`from (
      with k as materialized (
        select coalesce(d.application_role_id, h.application_role_id) as role_id, coalesce(d.page_id, h.page_id) as page_id,
          h.id, h.before, h.after, d.current
        from (
            select d.application_role_id, d.page_id, ${termsOf('d')} as current from document_approvals d
              join application_roles r on r.id = d.application_role_id
            where r.application_id = ${application._id} and d.deleted_at is null) d
          full join (select * from approval_draft_changes where draft_id = ${draftId} and page_id is not null) h
            on h.application_role_id = d.application_role_id and h.page_id = d.page_id)
      select k.*, r.name as role, r.sequence, c.display_name as client, p.name as page from k
        join application_roles r on r.id = k.role_id and r.deleted_at is null
        join clients c on c.id = r.client_id and c.deleted_at is null
        join pages p on p.id = k.page_id and p.deleted_at is null) h ${withDraft(draftId)}
    where true ${conditions(asked, raw('h.role'), raw('h.page'), raw('h.client'))}`
  return pageOf<DraftRule>(db, draftId, asked, {
    columns: sql`json_build_object('_id', h.role_id, 'name', h.role) as role, h.client,
      json_build_object('_id', h.page_id, 'name', h.page) as page, ${STATE},
      ${raw(termsShown('case when h.id is null then h.current else h.after end'))} as draft, ${raw(termsShown('h.current'))} as current,
      f.revision`,
    from,
    order: sql`lower(h.page), lower(h.client), h.sequence nulls last, lower(h.role), h.role_id`,
  })
}

type Filters = Omit<Asked, 'draftId'>

function conditions({ search = '', changed = false }: Filters, ...names: Sql[]): Sql {
  const found = names.map((name) => sql`or position(lower(${search}) in lower(${name})) > 0`)
  return sql`${changed ? sql`and h.id is not null` : empty}
    ${search === '' ? empty : sql`and (false ${found.reduce((all, one) => sql`${all} ${one}`)})`}`
}

/** @throws AppError not_found */
async function pageOf<Row extends object>(
  db: Db,
  draftId: string,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE }: Filters,
  { columns, from, order }: { columns: Sql; from: Sql; order: Sql },
): Promise<Page<Row>> {
  const [listed, counted] = await Promise.all([
    db.execute<Row>(sql`select ${columns} ${from} order by ${order} limit ${pageSize} offset ${page * pageSize}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  if (listed.rows.length === 0) await readDraft(db, draftId)
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0, isEstimate: false }
}
