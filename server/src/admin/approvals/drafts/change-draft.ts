import type { RangeBounds } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import {
  DRAFT_CHANGES_MAX,
  type keepDraftChange,
  RECORD_IS_GONE,
  type removeDraftRule,
  type saveDraftRole,
  type saveDraftRouting,
  type saveDraftRule,
  type undoDraftChange,
} from '@gatehouse/contract/admin/approvals/drafts.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql, { empty } from 'sql-template-tag'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { By } from '../../engine/store.ts'
import { paise, requireRange } from '../application-roles.ts'
import { requireRoleOfRow } from '../catch-all/user-role.ts'
import { requireDayOrder } from '../document-approvals.ts'
import { requireCatchAllRole } from '../routings.ts'
import { beginEdit, type DraftEdit, editRecord } from './draft-edits.ts'
import { keepRouting, undoRouting, writeRouting } from './draft-routing.ts'
import { changesOf, IS_CLASH, limitsOf, termsOf } from './draft-sql.ts'
import { lockDraft, readDraft, refuseWhileFrozen } from './drafts.ts'

type Columns = Record<string, unknown>
/** The limits of a role as a draft stores them, in paise. */
type LimitColumns = {
  action: string
  sequence: number | null
  bounds: RangeBounds
  range_from: number | null
  range_to: number | null
  all_regions: boolean
  regions: string[]
}
type Target = { roleId: string; pageId: string | null }
type OfDraft = { draftId: string; revision: number }

const rupees = (paise: number | null) => (paise === null ? null : paise / 100)

/** @throws AppError not_found; changed_meanwhile; invalid_request */
export function saveRole(
  tx: Tx,
  by: By,
  { draftId, revision, roleId, ...form }: Input<typeof saveDraftRole>,
): Promise<{ revision: number }> {
  return changeDraft(tx, by, { draftId, revision }, async (applicationId, edit) => {
    const { draft } = await readRecord(tx, { applicationId, draftId, roleId, pageId: null })
    // A role is never removed in a draft.
    const was = draft as LimitColumns
    const { rangeFrom = rupees(was.range_from), rangeTo = rupees(was.range_to) } = form
    const { actionOfRole: action = was.action, sequence = was.sequence, bounds = was.bounds, regions } = form
    requireRange({ rangeFrom, rangeTo, bounds }, bounds)
    const isEverywhere = regions === undefined ? was.all_regions : regions.includes(ALL_REGIONS)
    await writeChange(
      tx,
      edit,
      { applicationId, draftId, roleId, pageId: null },
      {
        ...{ action, sequence, bounds, range_from: paise(rangeFrom), range_to: paise(rangeTo) },
        ...{ all_regions: isEverywhere, regions: isEverywhere ? [] : [...new Set(regions ?? was.regions)] },
      },
    )
  })
}

/** @throws AppError not_found; changed_meanwhile; invalid_request */
export function saveRule(
  tx: Tx,
  by: By,
  { draftId, revision, roleId, pageId, ...form }: Input<typeof saveDraftRule>,
): Promise<{ revision: number }> {
  return changeDraft(tx, by, { draftId, revision }, async (applicationId, edit) => {
    const { current, draft } = await readRecord(tx, { applicationId, draftId, roleId, pageId })
    if (current === null) await requireRoleOfRow(tx, roleId)
    const { firstDay = draft?.first_day ?? null, lastDay = draft?.last_day ?? null } = form
    requireDayOrder(firstDay, lastDay)
    const { allClients = draft?.all_clients ?? false, allPages = draft?.all_pages ?? false } = form
    const { status = draft?.status ?? 'ACTIVE' } = form
    await writeChange(
      tx,
      edit,
      { applicationId, draftId, roleId, pageId },
      {
        ...{ first_day: firstDay, last_day: lastDay },
        // As `termsOf` writes them.
        ...(allClients === true && { all_clients: true }),
        ...(allPages === true && { all_pages: true }),
        ...(status === 'INACTIVE' && { status }),
      },
    )
  })
}

/** @throws AppError not_found; changed_meanwhile; invalid_request for a catch-all role that does not exist */
export function saveRouting(
  tx: Tx,
  by: By,
  { draftId, revision, ...routing }: Input<typeof saveDraftRouting>,
): Promise<{ revision: number }> {
  return changeDraft(tx, by, { draftId, revision }, async (applicationId, edit) => {
    await editRecord(tx, edit, { roleId: null, pageId: null })
    const { routing: before } = await readDraft(tx, draftId)
    const { catchAllRole = before.draft.catchAllRole, catchAllClientId = before.draft.catchAllClientId } = routing
    const wanted = { ...routing, catchAllRole, catchAllClientId }
    await requireCatchAllRole(tx, applicationId, wanted)
    await writeRouting(tx, draftId, applicationId, wanted)
  })
}

/** @throws AppError not_found, also when the draft has no such rule; changed_meanwhile */
export function removeRule(
  tx: Tx,
  by: By,
  { draftId, revision, roleId, pageId }: Input<typeof removeDraftRule>,
): Promise<{ revision: number }> {
  return changeDraft(tx, by, { draftId, revision }, async (applicationId, edit) => {
    const { draft } = await readRecord(tx, { applicationId, draftId, roleId, pageId })
    if (draft === null) throw new AppError('not_found')
    await writeChange(tx, edit, { applicationId, draftId, roleId, pageId }, null)
  })
}

/** @throws AppError not_found; changed_meanwhile */
export function undoChange(
  tx: Tx,
  by: By,
  { draftId, revision, roleId, pageId }: Input<typeof undoDraftChange>,
): Promise<{ revision: number }> {
  return changeDraft(tx, by, { draftId, revision }, async (_, edit) => {
    await editRecord(tx, edit, { roleId, pageId })
    if (roleId === null) return undoRouting(tx, draftId)
    const target = { roleId, pageId }
    const { rowCount } = await tx.execute(sql`
      delete from approval_draft_changes h where ${isTarget(draftId, target)}`)
    if (rowCount === 0) throw new AppError('not_found')
  })
}

/** The matrix as it is now was seen. @throws AppError not_found when there is no clash; changed_meanwhile */
export function keepChange(
  tx: Tx,
  by: By,
  { draftId, revision, roleId, pageId }: Input<typeof keepDraftChange>,
): Promise<{ revision: number }> {
  return changeDraft(tx, by, { draftId, revision }, async (applicationId, edit) => {
    await editRecord(tx, edit, { roleId, pageId })
    if (roleId === null) return keepRouting(tx, draftId, applicationId)
    const target = { roleId, pageId }
    const { rowCount } = await tx.execute(sql`
      update approval_draft_changes t set before = h.current from (${changesOf(draftId)}) h
      where t.id = h.id and ${IS_CLASH} and ${isTarget(draftId, target)}`)
    if (rowCount === 0) throw new AppError('not_found')
  })
}

const isTarget = (draftId: string, { roleId, pageId }: Target) =>
  sql`h.draft_id = ${draftId} and h.application_role_id = ${roleId} and h.page_id is not distinct from ${pageId}::uuid`

/** @throws AppError not_found; changed_meanwhile; invalid_request for too many changes, and what the work throws */
export async function changeDraft(
  tx: Tx,
  { person }: By,
  { draftId, revision }: OfDraft,
  work: (applicationId: string, edit: DraftEdit) => Promise<void>,
): Promise<{ revision: number }> {
  const draft = await lockDraft(tx, draftId)
  await refuseWhileFrozen(tx, draftId)
  const edit = await beginEdit(tx, draftId, draft, { seen: revision, userId: person.userId })
  await work(draft.applicationId, edit)
  const { rows } = await tx.execute<{ changes: number }>(sql`
    update approval_drafts set revision = ${edit.revision}, updated_at = now(), updated_by = ${person.userId},
      editors = array_append(array_remove(editors, ${person.userId}::uuid), ${person.userId}::uuid)
    where id = ${draftId}
    returning (select count(*)::int from approval_draft_changes where draft_id = ${draftId}) as changes`)
  if ((rows[0]?.changes ?? 0) > DRAFT_CHANGES_MAX)
    throw new AppError('invalid_request', { msg: 'A draft has at most 15,000 changes.' })
  return { revision: edit.revision }
}

type Place = Target & { applicationId: string; draftId: string }

/** A record as it counts and in the draft; `null`: there is no such rule. @throws AppError not_found */
export async function readRecord(tx: Tx, { applicationId, draftId, roleId, pageId }: Place) {
  const ofPage = sql`join pages p on p.id = ${pageId} and p.application_id = r.application_id and p.deleted_at is null
    left join document_approvals d on d.application_role_id = r.id and d.page_id = p.id and d.deleted_at is null`
  const current = pageId === null ? limitsOf('r') : sql`case when d.id is not null then ${termsOf('d')} end`
  const { rows } = await tx.execute<{ current: Columns | null; draft: Columns | null }>(sql`
    select ${current} as current, case when h.id is null then ${current} else h.after end as draft
    from application_roles r ${pageId === null ? empty : ofPage}
      left join approval_draft_changes h on ${isTarget(draftId, { roleId, pageId })}
    where r.id = ${roleId} and r.application_id = ${applicationId} and r.deleted_at is null`)
  if (rows[0] === undefined) throw new AppError('not_found', { msg: RECORD_IS_GONE })
  return rows[0]
}

/** What is as it counts is no change. A change keeps what it was first compared with, so that a clash stays one. */
export async function writeChange(tx: Tx, edit: DraftEdit, place: Place, after: Columns | null): Promise<void> {
  await editRecord(tx, edit, place)
  const { draftId, roleId, pageId } = place
  const { current } = await readRecord(tx, place)
  const before = current === null ? null : JSON.stringify(current)
  const wanted = after === null ? null : JSON.stringify(after)
  const { rowCount } = await tx.execute(sql`
    update approval_draft_changes h set after = ${wanted}::jsonb where ${isTarget(draftId, { roleId, pageId })}`)
  if (rowCount === 0)
    await tx.execute(sql`
      insert into approval_draft_changes (id, draft_id, application_role_id, page_id, before, after)
      values (${newId()}, ${draftId}, ${roleId}, ${pageId}, ${before}::jsonb, ${wanted}::jsonb)`)
  await tx.execute(sql`
    delete from approval_draft_changes h
    where ${isTarget(draftId, { roleId, pageId })} and h.after is not distinct from ${before}::jsonb`)
}
