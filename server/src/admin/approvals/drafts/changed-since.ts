import sql, { raw, type Sql } from 'sql-template-tag'

/** SQL: the columns of a state `h` of a record that decide about approvals. */
const DECIDING = raw(`case h.kind
  when 'document_approvals' then jsonb_build_array(h.state->'application_role_id', h.state->'page_id', h.state->'first_day', h.state->'last_day',
    coalesce(h.state->'all_clients', 'false'), coalesce(h.state->'all_pages', 'false'), coalesce(h.state->>'status', 'ACTIVE'))
  when 'approval_routings' then jsonb_build_array(h.state->'mode', h.state->'parallel', h.state->'rejection',
    coalesce(h.state->>'catch_all_role', ''), h.state->>'catch_all_client_id')
  when 'pages' then jsonb_build_array(h.state->'name', h.state->'status')
  else jsonb_build_array(h.state->'client_id', h.state->'name', h.state->'role_id', h.state->'action', h.state->'sequence',
    h.state->'range_from', h.state->'range_to', h.state->'bounds', h.state->'all_regions', h.state->'regions') end`)

/**
 * SQL: whether the record `c` is one that the draft `f` changes, or that belongs to one. A page belongs to the roles that have rules
 * on it, and a routing is about every page with rules. Changes of purged roles and pages are gone.
 */
const IS_TOUCHED = raw(`case c.kind
  when 'application_roles' then not exists (select from application_roles r where r.id = c.record_id)
    or exists (select from approval_draft_changes x where x.draft_id = f.id and x.application_role_id = c.record_id)
  when 'pages' then not exists (select from pages p where p.id = c.record_id)
    or exists (select from approval_draft_changes x where x.draft_id = f.id and x.page_id = c.record_id)
    or exists (select from document_approvals d where d.page_id = c.record_id and d.deleted_at is null
      and (f.routing is not null or exists (
        select from approval_draft_changes x where x.draft_id = f.id and x.application_role_id = d.application_role_id)))
  when 'document_approvals' then exists (select from approval_draft_changes x where x.draft_id = f.id
    and x.application_role_id in ((c.was->>0)::uuid, (c.counts->>0)::uuid))
  else f.routing is not null end`)

/** SQL: whether the record `c` decides about something. A role or page without a rule does not. */
const IS_DECIDING = raw(`case c.kind
  when 'application_roles' then exists (
    select from document_approvals d where d.application_role_id = c.record_id and d.deleted_at is null)
  when 'pages' then exists (select from document_approvals d where d.page_id = c.record_id and d.deleted_at is null)
  else true end`)

/**
 * SQL: whether a record that a draft `f` changes was itself changed after a version of its matrix, so that the draft has
 * another effect now. A role counts as one record with its rules.
 */
export const touchedSince = (version: Sql): Sql => changedSince(version, IS_TOUCHED)

/** SQL: the same, or anything else that decides about approvals in its application was changed. */
export const decidedSince = (version: Sql): Sql => changedSince(version, sql`(${IS_TOUCHED} or ${IS_DECIDING})`)

/** A change that was reversed meanwhile does not count. Nobody has seen a version that does not exist yet. */
const changedSince = (version: Sql, matters: Sql): Sql => sql`(
  ${version} > coalesce((select y.version from approval_matrices y where y.application_id = f.application_id), 0)
  or exists (select from (
    -- A record that was changed since then has a state of then that has ended, or a newer one.
    select h.kind, h.record_id, (array_agg(${DECIDING}) filter (where h.from_version <= ${version}))[1] as was,
      (array_agg(${DECIDING}) filter (where h.until_version is null))[1] as counts
    from approval_history h
    where h.application_id = f.application_id and (h.from_version > ${version} or h.until_version > ${version})
    group by h.kind, h.record_id) c
  where c.was is distinct from c.counts and ${matters}))`
