import {
  type createApprovalDraft,
  DRAFT_IS_DELETED,
  DRAFT_IS_PUBLISHED,
  DRAFT_NAMES_LISTED,
  type Draft,
  type DraftPage,
  type listApprovalDrafts,
} from '@gatehouse/contract/admin/approvals/drafts.ts'
import { NO_SUCH_DRAFT } from '@gatehouse/contract/admin/approvals/explain.ts'
import { DRAFT_WAITS } from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Db, Executor, Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { auditBy } from '../../engine/changes.ts'
import { withIsoTimes } from '../../engine/list.ts'
import type { By } from '../../engine/store.ts'
import { requireLive } from '../../engine/table-store.ts'
import { publishesAt, readDate, refuseWhileDated } from '../publish-dates/dates.ts'
import { isAsked, readRequest } from '../second-person/requests.ts'
import { currentRouting, ROUTING_STATE, readOtherCatchAll, shownRouting } from './draft-routing.ts'
import { changesOf, IS_CLASH, LOST_CHANGES } from './draft-sql.ts'
import { NO_PAGE, restoreVersion } from './restore-version.ts'

const SHOWN = raw(`f.id as "_id", f.name, json_build_object('_id', a.id, 'name', a.name) as application,
  ${nameOfActor('f.created_by')} as "createdBy", ${nameOfActor('f.updated_by')} as "updatedBy", f.updated_at as "updatedAt",
  f.restores::float8 as restores`)

const COUNT = raw(`(select count(*)::int from approval_draft_changes h where h.draft_id = f.id)
  + (f.routing is not null)::int as changes`)

type StoredDraft = Omit<DraftPage, 'request' | 'date' | 'otherCatchAll'>

/** Drafts of applications that exist. */
export async function listDrafts(
  db: Db,
  { applicationId, page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listApprovalDrafts>,
): Promise<Page<Draft>> {
  const from = sql`from approval_drafts f join applications a on a.id = f.application_id and a.deleted_at is null
    ${applicationId === undefined ? empty : sql`where a.id = ${applicationId}`}`
  const [listed, counted] = await Promise.all([
    db.execute<Draft>(sql`
      select ${SHOWN}, ${COUNT}, ${isAsked(sql`f.id`)} as "isAsked", ${publishesAt(sql`f.id`)} as "publishesAt"
      ${from} order by f.updated_at desc, f.id limit ${pageSize} offset ${page * pageSize}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return { rows: listed.rows.map(withIsoTimes), total: counted.rows[0]?.total ?? 0, isEstimate: false }
}

/** What a draft is, without what a caller may do with it. @throws AppError not_found */
export async function readDraft(on: Executor, draftId: string): Promise<StoredDraft> {
  const { rows } = await on.execute<StoredDraft>(sql`
    with h as (${changesOf(draftId)})
    select ${SHOWN}, ${COUNT}, (select count(*)::int from h where ${IS_CLASH}) + l.count
        + (${ROUTING_STATE} = 'clash')::int as clashes,
      l.count as "lostCount",
      coalesce((select json_agg(n) from (
        select * from (${LOST_CHANGES}) n order by lower(n.name), n."roleId", n."pageId" limit ${DRAFT_NAMES_LISTED}) n), '[]') as lost,
      json_build_object('state', ${ROUTING_STATE}, 'draft', ${shownRouting(sql`coalesce(f.routing, g.current)`)},
        'current', ${shownRouting(sql`g.current`)}) as routing,
      f.revision, f.base_version::float8 as "baseVersion", coalesce(m.version, 0)::float8 as "currentVersion",
      array(select name from unnest(f.left_out) name where not starts_with(name, ${NO_PAGE}) limit ${DRAFT_NAMES_LISTED}) as "leftOut",
      (select count(*)::int from unnest(f.left_out) name where not starts_with(name, ${NO_PAGE})) as "leftOutCount",
      coalesce((select substr(name, ${NO_PAGE.length + 1}) from unnest(f.left_out) name where starts_with(name, ${NO_PAGE})), '') as "leftOutCatchAll",
      coalesce(m.asks_second_person, false) as "asksSecondPerson", ${isAsked(draftId)} as "isAsked",
      ${publishesAt(sql`f.id`)} as "publishesAt",
      case when f.sent_back_at is not null then json_build_object('by', ${raw(nameOfActor('f.sent_back_by'))},
        'at', to_char(f.sent_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'note', f.sent_back_note) end as "sentBack"
    from approval_drafts f join applications a on a.id = f.application_id and a.deleted_at is null
      left join approval_matrices m on m.application_id = a.id
      cross join lateral (select ${currentRouting(raw('a.id'))} as current) g
      cross join lateral (select count(*)::int from (${LOST_CHANGES}) l) l
    where f.id = ${draftId}`)
  if (rows[0] === undefined) throw await goneDraft(on, draftId)
  return withIsoTimes(rows[0])
}

/** The same with its date, and with the request for a second person, as it is to the caller. @throws AppError not_found */
export async function readDraftFor(on: Executor, draftId: string, caller: { userId: string }): Promise<DraftPage> {
  const [draft, request, date] = await Promise.all([
    readDraft(on, draftId),
    readRequest(on, { draftId }, caller),
    readDate(on, draftId),
  ])
  return { ...draft, request, date, otherCatchAll: await readOtherCatchAll(on, draft) }
}

/** @throws AppError not_found for an unknown version; invalid_request for an unknown application, or a version that does not differ from what counts */
export async function createDraft(
  tx: Tx,
  by: By,
  { applicationId, name, version }: Input<typeof createApprovalDraft>,
): Promise<{ _id: string }> {
  const id = await insertDraft(tx, by, { applicationId, name, version })
  if (version !== undefined) await restoreVersion(tx, { draftId: id, applicationId, version })
  await auditDraft(tx, by, 'created', { id, name, applicationId })
  return { _id: id }
}

/** @throws AppError invalid_request for an unknown application */
export async function insertDraft(
  tx: Tx,
  { person: { userId } }: By,
  { applicationId, name, version }: Input<typeof createApprovalDraft>,
): Promise<string> {
  await requireLive(tx, 'applications', applicationId, 'There is no such application')
  const id = newId()
  await tx.execute(sql`
    insert into approval_drafts (id, application_id, name, base_version, restores, created_by, updated_by, editors)
    values (${id}, ${applicationId}, ${name},
      coalesce((select version from approval_matrices where application_id = ${applicationId}), 0), ${version ?? null},
      ${userId}, ${userId}, array[${userId}]::uuid[])`)
  return id
}

/** @throws AppError not_found; second_person_needed while it waits for one */
export async function deleteDraft(tx: Tx, by: By, draftId: string): Promise<void> {
  await tx.execute(sql`select 1 from approval_drafts where id = ${draftId} for update`)
  await refuseWhileFrozen(tx, draftId)
  const { rows } = await tx.execute<{ name: string; applicationId: string }>(sql`
    delete from approval_drafts where id = ${draftId} returning name, application_id as "applicationId"`)
  if (rows[0] === undefined) throw await goneDraft(tx, draftId)
  await auditDraft(tx, by, 'deleted', { id: draftId, ...rows[0] })
}

type Audited = { id: string; name: string; applicationId: string }

export async function auditDraft(tx: Tx, by: By, change: 'created' | 'deleted', { id, name, applicationId }: Audited) {
  const { rows } = await tx.execute<{ name: string }>(sql`select name from applications where id = ${applicationId}`)
  await auditBy(tx, by, `approvalDrafts.${change}`, id, { name, application: rows[0]?.name ?? '' })
}

/** Nobody changes a draft that waits for a second person or for its date. @throws AppError second_person_needed, invalid_request */
export async function refuseWhileFrozen(tx: Tx, draftId: string): Promise<void> {
  const { rows } = await tx.execute<{ isAsked: boolean }>(sql`select ${isAsked(draftId)} as "isAsked"`)
  if (rows[0]?.isAsked) throw new AppError('second_person_needed', { msg: DRAFT_WAITS })
  await refuseWhileDated(tx, draftId)
}

/**
 * Locks what a request can change, until the transaction ends: its draft, or all drafts of its application. In the order of
 * asking and publishing: drafts, requests, the matrix.
 */
export async function lockAskedDrafts(tx: Tx, requestId: string): Promise<void> {
  await tx.execute(sql`
    select from approval_drafts where id in (
      select f.id from approval_publish_requests q join approval_drafts f on f.application_id = q.application_id
      where q.id = ${requestId} and f.id = coalesce(q.draft_id, f.id))
    order by id for update`)
}

/** Why there is no such draft: what became of it, where that is known. */
async function goneDraft(on: Executor, draftId: string): Promise<AppError> {
  const { rows } = await on.execute<{ event: string }>(sql`
    select event from audit_events where subject_id = ${draftId} and event in ('approvalDrafts.published', 'approvalDrafts.deleted')
    limit 1`)
  if (rows[0] === undefined) return new AppError('not_found', { msg: NO_SUCH_DRAFT })
  return new AppError('not_found', {
    msg: rows[0].event === 'approvalDrafts.published' ? DRAFT_IS_PUBLISHED : DRAFT_IS_DELETED,
  })
}

export type LockedDraft = {
  applicationId: string
  name: string
  revision: number
  restores: number | null
  updatedBy: string
}

/** Locks a draft until the transaction ends. @throws AppError not_found */
export async function lockDraft(tx: Tx, draftId: string): Promise<LockedDraft> {
  const { rows } = await tx.execute<LockedDraft>(sql`
    select f.application_id as "applicationId", f.name, f.revision, f.restores::float8 as restores,
      ${raw(nameOfActor('f.updated_by'))} as "updatedBy"
    from approval_drafts f join applications a on a.id = f.application_id and a.deleted_at is null
    where f.id = ${draftId} for update of f`)
  if (rows[0] === undefined) throw await goneDraft(tx, draftId)
  return rows[0]
}
