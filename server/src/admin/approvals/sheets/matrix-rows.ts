import { NO_SUCH_DRAFT, NO_SUCH_VERSION } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { matrixFile } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { ALL_REGIONS, REGIONS, type Region } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import type * as z from 'zod/mini'
import type { Db } from '../../../db/database.ts'
import { today } from '../../../db/today.ts'
import { statesOf } from '../../../decisions/read-matrix.ts'
import { AppError } from '../../../errors.ts'
import { draftSource } from '../drafts/draft-sql.ts'
import { NO_PAGE, NOTHING, PANINDIA_AS_IT_IS } from './read-cells.ts'

/** Headings and cells are read back by `guess-columns.ts` and `read-lines.ts`: a test imports an export. */
export const MATRIX_HEADINGS = [
  ...['Application role', 'Client', 'Page', 'Action', 'Sequence', 'From', 'To', 'Bounds', 'Regions'],
  ...['First day', 'Last day', 'All clients', 'All pages', 'Status'],
]

type Asked = z.output<typeof matrixFile.request>
type Row = {
  role: string
  client: string
  page: string | null
  action: string
  sequence: number | null
  rangeFrom: number | null
  rangeTo: number | null
  bounds: string
  allRegions: boolean
  regions: string[]
  firstDay: string | null
  lastDay: string | null
  allClients: boolean | null
  allPages: boolean | null
  status: string
}

/**
 * The rows of what counts, a version or a draft, and the roles without a row, as cells.
 *
 * @throws AppError not_found when the application has no such version or draft
 */
export async function matrixRows(db: Db, timeZone: string, asked: Asked): Promise<(string | number)[][]> {
  await requireSource(db, asked)
  const { roles, pages, approvals } = sourceOf(asked)
  const read = sql`
    with r as (${roles}), p as (${pages}), d as (${approvals}),
      today as (select ${today(timeZone)} as day)
    select r.name as role, c.display_name as client, p.name as page, r.action, r.sequence, r.range_from::float8 / 100 as "rangeFrom",
      r.range_to::float8 / 100 as "rangeTo", r.bounds, r.all_regions as "allRegions", r.regions, d.first_day::text as "firstDay",
      d.last_day::text as "lastDay", case when d.id is not null then d.all_clients is true end as "allClients",
      case when d.id is not null then d.all_pages is true end as "allPages",
      case when p.id is null then ${NO_PAGE}::text when d.status = 'INACTIVE' then 'Inactive' when r.action = '' then 'No action' when p.status <> 'ACTIVE' then 'Page inactive'
        when d.first_day > today.day then 'Not begun' when d.last_day < today.day then 'Ended' when ${asked.draftId !== undefined} then 'In the draft' else 'In force' end as status
    from r join clients c on c.id = r.client_id cross join today
      left join (d join p on p.id = d.page_id) on d.application_role_id = r.id
    order by lower(c.display_name), c.id, lower(p.name) nulls last, p.id, r.sequence nulls last, lower(r.name), r.id`
  const { rows } = await db.transaction(async (tx) => {
    // All of a matrix is read. Before the database has statistics of a new one, it would compare each row with each page.
    await tx.execute(sql`set local enable_nestloop = off`)
    return tx.execute<Row>(read)
  })
  return rows.map((row) => [
    ...[row.role, row.client, row.page ?? '', row.action || NOTHING, row.sequence ?? NOTHING],
    ...[row.rangeFrom ?? '', row.rangeTo ?? 'Unlimited', row.bounds, regionsOf(row)],
    ...[row.firstDay ?? '', row.lastDay ?? ''],
    ...[yesOrNo(row.allClients), yesOrNo(row.allPages), row.status],
  ])
}

/** A role without a row says neither. */
const yesOrNo = (is: boolean | null) => (is === null ? '' : is ? 'Yes' : 'No')

function regionsOf({ allRegions, regions }: Row): string {
  if (allRegions) return ALL_REGIONS
  const names = regions.map((code) => (code === 'Panindia' ? PANINDIA_AS_IT_IS : (REGIONS[code as Region] ?? code)))
  return names.join('; ') || NOTHING
}

function sourceOf({ applicationId, version, draftId }: Asked) {
  if (draftId !== undefined) return draftSource(applicationId, draftId)
  const live = <T extends 'application_roles' | 'pages' | 'document_approvals'>(table: T) =>
    version === undefined ? null : statesOf(table, applicationId, version)
  return {
    roles:
      live('application_roles') ??
      sql`select * from application_roles where application_id = ${applicationId} and deleted_at is null`,
    pages: live('pages') ?? sql`select * from pages where application_id = ${applicationId} and deleted_at is null`,
    approvals:
      live('document_approvals') ??
      sql`select d.* from document_approvals d join application_roles r on r.id = d.application_role_id
      where r.application_id = ${applicationId} and d.deleted_at is null`,
  }
}

async function requireSource(db: Db, { applicationId, version, draftId }: Asked): Promise<void> {
  const { rows } = await db.execute<{ hasVersion: boolean; hasDraft: boolean }>(sql`
    select ${version ?? null}::bigint is null or exists (
        select from approval_versions v where v.application_id = a.id and v.version = ${version ?? null}) as "hasVersion",
      ${draftId ?? null}::uuid is null or exists (
        select from approval_drafts f where f.application_id = a.id and f.id = ${draftId ?? null}) as "hasDraft"
    from applications a where a.id = ${applicationId} and a.deleted_at is null`)
  const [found] = rows
  if (found === undefined) throw new AppError('not_found')
  if (!found.hasVersion) throw new AppError('not_found', { msg: NO_SUCH_VERSION })
  if (!found.hasDraft) throw new AppError('not_found', { msg: NO_SUCH_DRAFT })
}
