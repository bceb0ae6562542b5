import {
  type ApprovalVersion,
  type listApprovalVersions,
  VERSION_NAMES,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
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
  const [listed, counted] = await Promise.all([
    db.execute<ApprovalVersion>(sql`
      with v as (select v.* ${from} order by v.version desc limit ${pageSize} offset ${page * pageSize}),
        -- A record that a version changed has a state that began with it, or ended with it.
        c as (
          select distinct x.version, h.kind, h.record_id from approval_history h
            cross join lateral (values (h.from_version), (h.until_version)) x(version)
          where h.application_id = ${applicationId} and h.kind <> 'approval_routings' and x.version between (select min(version) from v) and (select max(version) from v)),
        n as (select c.*, row_number() over (partition by c.version order by c.kind, c.record_id) as place from c)
      select v.version::float8 as version, v.published_at as "publishedAt", coalesce(
          nullif(${raw(nameOfActor('v.published_by'))}, ''), (select p.name from applications p where p.id = v.published_by), '') as "publishedBy",
        ${raw(nameOfActor('v.confirmed_by'))} as "confirmedBy",
        coalesce(v.draft_name, '') as "draftName", coalesce(v.reason, '') as reason, v.restores::float8 as restores,
        v.version = (select m.version from approval_matrices m where m.application_id = v.application_id) as "isCurrent",
        (select count(*)::int from c where c.version = v.version) as changes,
        exists (select from approval_history h where h.application_id = v.application_id and h.kind = 'approval_routings'
          and (h.from_version = v.version or h.until_version = v.version)) as "changesRouting",
        array(select s.name from n cross join lateral (${nameOfRecord(applicationId)}) s
          where n.version = v.version and n.place <= ${VERSION_NAMES} and s.name is not null order by n.place) as names
      from v order by v.version desc`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return { rows: listed.rows.map(withIsoTimes), total: counted.rows[0]?.total ?? 0, isEstimate: false }
}

/** The name of the record of `n`: that of a document approval is those of its role and page. */
const nameOfRecord = (applicationId: string): Sql => sql`
  select coalesce(h.state->>'name', (
      select r.name || ' · ' || p.name from application_roles r, pages p
      where r.id = (h.state->>'application_role_id')::uuid and p.id = (h.state->>'page_id')::uuid)) as name
  from approval_history h
  where h.application_id = ${applicationId} and h.record_id = n.record_id and (h.from_version = n.version or h.until_version = n.version)
  limit 1`
