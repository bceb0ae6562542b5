import {
  type ApprovalVersion,
  type listApprovalVersions,
  VERSION_NAMES,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Db } from '../../../db/database.ts'
import { withIsoTimes } from '../../engine/list.ts'

/** The versions of a matrix, the newest first. */
export async function listVersions(
  db: Db,
  { applicationId, page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listApprovalVersions>,
): Promise<Page<ApprovalVersion>> {
  const from = sql`from approval_versions v join applications a on a.id = v.application_id and a.deleted_at is null
    where v.application_id = ${applicationId}`
  // A record that a version changed has a state that began, or ended, with it.
  const changed = (version: string, of: string) =>
    raw(`(
    select distinct h.record_id, coalesce(h.state->>'name', (
        select r.name || ' · ' || p.name from application_roles r, pages p
        where r.id = (h.state->>'application_role_id')::uuid and p.id = (h.state->>'page_id')::uuid), '') as name
    from approval_history h
    where h.application_id = ${of} and (h.from_version = ${version} or h.until_version = ${version}))`)
  const [listed, counted] = await Promise.all([
    db.execute<ApprovalVersion>(sql`
      with v as (select v.* ${from} order by v.version desc limit ${pageSize} offset ${page * pageSize})
      select v.version::float8 as version, v.published_at as "publishedAt", ${raw(nameOfActor('v.published_by'))} as "publishedBy",
        coalesce(v.draft_name, '') as "draftName", coalesce(v.reason, '') as reason, v.restores::float8 as restores,
        v.version = (select m.version from approval_matrices m where m.application_id = v.application_id) as "isCurrent",
        (select count(distinct c.record_id)::int from ${changed('v.version', 'v.application_id')} c) as changes,
        array(select c.name from (select distinct c.name from ${changed('v.version', 'v.application_id')} c where c.name <> '') c
          order by lower(c.name) limit ${VERSION_NAMES}) as names
      from v order by v.version desc`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return { rows: listed.rows.map(withIsoTimes), total: counted.rows[0]?.total ?? 0, isEstimate: false }
}
