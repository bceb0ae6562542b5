import sql, { raw, type Sql } from 'sql-template-tag'
import { draftRouting } from './draft-routing.ts'

/** SQL: the columns of a role `r` that a draft can change, as a change keeps them. */
export const limitsOf = (r: string) =>
  raw(`jsonb_build_object('action', ${r}.action, 'sequence', ${r}.sequence, 'range_from', ${r}.range_from,
    'range_to', ${r}.range_to, 'bounds', ${r}.bounds, 'all_regions', ${r}.all_regions, 'regions', ${r}.regions)`)

/**
 * SQL: the same of a document approval `d`. What most of them do not have is left out, so that changes of former releases, which do not
 * know it, are compared rightly.
 */
export const termsOf = (d: string) =>
  raw(`(jsonb_build_object('first_day', ${d}.first_day, 'last_day', ${d}.last_day)
    || case when ${d}.all_clients then '{"all_clients": true}' else '{}' end::jsonb
    || case when ${d}.all_pages then '{"all_pages": true}' else '{}' end::jsonb
    || case when ${d}.status = 'INACTIVE' then '{"status": "INACTIVE"}' else '{}' end::jsonb)`)

/** SQL: such columns without what `termsOf` leaves out. */
export const withoutDefaults = (columns: string) =>
  raw(`(${columns} - array(select key from jsonb_each(${columns}) e(key, value) where value in ('false', '"ACTIVE"')))`)

/**
 * The changes of a draft with their role, and `current`: the columns as they count. Changes of deleted roles and pages have
 * no effect (`LOST_CHANGES`).
 */
export const changesOf = (draftId: string): Sql => sql`
  select h.*, d.id as rule_id, case when h.page_id is null then ${limitsOf('r')}
      when d.id is not null then ${termsOf('d')} end as current
  from approval_draft_changes h join approval_drafts f on f.id = h.draft_id
    -- The role and the rule of each change are looked up: without statistics of a new matrix, the database would go through all for each.
    cross join lateral (select * from application_roles z where z.id = h.application_role_id offset 0) r
    left join pages p on p.id = h.page_id
    left join lateral (select * from document_approvals z
      where z.application_role_id = h.application_role_id and z.page_id = h.page_id and z.deleted_at is null offset 0) d on true
  where h.draft_id = ${draftId} and r.application_id = f.application_id and r.deleted_at is null
    and (h.page_id is null or p.deleted_at is null)`

/** SQL: the changes of a draft `f` whose role or page was deleted, with their names. */
export const LOST_CHANGES = raw(`select h.application_role_id as "roleId", h.page_id as "pageId",
    case when p.id is null then r.name else p.name || ': ' || r.name end as name
  from approval_draft_changes h join application_roles r on r.id = h.application_role_id left join pages p on p.id = h.page_id
  where h.draft_id = f.id and (r.deleted_at is not null or p.deleted_at is not null)`)

/**
 * SQL: the change `h` of each role `r` in a draft. Looked up for each, because the database expects few changes in a draft and would go
 * through all of them for each role.
 */
export const withRoleChange = (draftId: string): Sql => sql`left join lateral (
  select * from approval_draft_changes h where h.draft_id = ${draftId} and h.application_role_id = r.id and h.page_id is null limit 1) h on true`

/** Whether the matrix has changed a record since the draft changed it, so that publishing would overwrite that. */
export const IS_CLASH = raw('(h.before is distinct from h.current and h.after is distinct from h.current)')

/** The matrix of an application as a draft would make it, for `readFrom`. */
export const draftSource = (applicationId: string, draftId: string) => ({
  version: sql`coalesce((select version from approval_matrices where application_id = ${applicationId}), 0)::float8`,
  // The columns of joins are those of the table, so that its index is used.
  roles: sql`select r.id, r.client_id, r.name, r.role_id, s.action, s.sequence, s.range_from, s.range_to, s.bounds, s.all_regions, s.regions
    from application_roles r
    ${withRoleChange(draftId)}
    cross join lateral jsonb_populate_record(r, coalesce(h.after, '{}')) s
    where r.application_id = ${applicationId} and r.deleted_at is null`,
  pages: sql`select * from pages where application_id = ${applicationId} and deleted_at is null`,
  // Read once, also before the database has statistics of the tables.
  approvals: sql`with of_draft as materialized (select d.* from document_approvals d join application_roles r on r.id = d.application_role_id
      where r.application_id = ${applicationId} and d.deleted_at is null and not exists (
        select from approval_draft_changes h
        where h.draft_id = ${draftId} and h.application_role_id = d.application_role_id and h.page_id = d.page_id)
    union all
    select s.* from (${changesOf(draftId)}) h cross join lateral jsonb_populate_record(null::document_approvals,
        jsonb_build_object('id', coalesce(h.rule_id, h.id), 'application_role_id', h.application_role_id, 'page_id', h.page_id)
          || h.after) s
      where h.page_id is not null and h.after is not null)
    select * from of_draft`,
  routing: draftRouting(applicationId, draftId),
})
