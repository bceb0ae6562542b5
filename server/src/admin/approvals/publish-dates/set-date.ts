import {
  type callOffPublishing,
  DATE_IS_GONE,
  DATE_IS_OUT,
  type datePublishing,
} from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { ASK_INSTEAD } from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { auditBy } from '../../engine/changes.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import { judgeDraft } from '../drafts/judge-draft.ts'
import type { ByPerson } from '../second-person/ask.ts'
import { asksSecondPerson } from '../second-person/requests.ts'
import { refuseWhileDated } from './dates.ts'
import { notifyNotPublished } from './notify-not-published.ts'

const MAX_DAYS = 366

/**
 * Sets the moment from which a draft counts, as it was compared. All that stands against publishing stands against a date.
 *
 * @throws AppError like publishing; invalid_request for a moment that is past or too far away, or when it has a date already
 */
export async function setDate(deps: Deps, tx: Tx, by: ByPerson, asked: Input<typeof datePublishing>): Promise<void> {
  const { draft, comparison } = await judgeDraft(tx, deps.config.timeZone, asked)
  if (await asksSecondPerson(tx, draft.applicationId)) throw new AppError('second_person_needed', { msg: ASK_INSTEAD })
  await refuseWhileDated(tx, asked.draftId)
  await requireToCome(tx, asked.publishAt)
  await writeDate(tx, by, { ...asked, version: comparison.version, setBy: by.person.userId, confirmedBy: null })
}

/** @throws AppError invalid_request */
export async function requireToCome(tx: Tx, publishAt: string): Promise<void> {
  const { rows } = await tx.execute<{ isToCome: boolean }>(sql`
    select ${publishAt}::timestamptz > now() and ${publishAt}::timestamptz < now() + make_interval(days => ${MAX_DAYS}) as "isToCome"`)
  refuseFields({ publishAt: rows[0]?.isToCome === true ? null : DATE_IS_OUT })
}

type PublishDate = {
  draftId: string
  revision: number
  /** The version that the caller has compared. */
  version: number
  reason: string
  publishAt: string
  setBy: string
  confirmedBy: string | null
  /** The request that the second person has confirmed. */
  requestId?: string
}

/** One at which the draft was not published is replaced. */
export async function writeDate(tx: Tx, by: ByPerson, date: PublishDate): Promise<void> {
  const { draftId, revision, version, reason, publishAt, setBy, confirmedBy, requestId } = date
  await tx.execute(sql`delete from approval_publish_dates where draft_id = ${draftId} and refused_at is not null`)
  await tx.execute(sql`
    insert into approval_publish_dates (draft_id, publish_at, revision, version, reason, set_by, confirmed_by, session_id, ip)
    values (${draftId}, ${publishAt}, ${revision}, ${version}, ${reason}, ${setBy}, ${confirmedBy}, ${by.person.sessionId}, ${by.ip})`)
  await auditBy(tx, by, 'approvalDrafts.publishing-dated', draftId, {
    ...(await namesOf(tx, draftId)),
    ...{ reason, publishAt: new Date(publishAt).toISOString() },
    ...(requestId !== undefined && { requestId }),
  })
}

/** Anybody who may publish calls it off: that changes nothing but what would have changed. @throws AppError not_found */
export async function callOff(
  deps: Deps,
  tx: Tx,
  by: ByPerson,
  { draftId }: Input<typeof callOffPublishing>,
): Promise<void> {
  await tx.execute(sql`select from approval_drafts where id = ${draftId} for update`)
  const { rows } = await tx.execute<{ setBy: string; confirmedBy: string | null }>(sql`
    delete from approval_publish_dates where draft_id = ${draftId} and refused_at is null
    returning set_by as "setBy", confirmed_by as "confirmedBy"`)
  const [date] = rows
  if (date === undefined) throw new AppError('not_found', { msg: DATE_IS_GONE })
  await auditBy(tx, by, 'approvalDrafts.publishing-called-off', draftId, await namesOf(tx, draftId))
  const { userId, user } = by.person
  const others = [date.setBy, date.confirmedBy].filter((id) => id !== null && id !== userId)
  await notifyNotPublished(deps, tx, draftId, others, { calledOffBy: fullName(user) })
}

/** The names of a draft and its application, for a line of the audit. */
export async function namesOf(tx: Tx, draftId: string): Promise<{ name: string; application: string }> {
  const { rows } = await tx.execute<{ name: string; application: string }>(sql`
    select f.name, a.name as application from approval_drafts f join applications a on a.id = f.application_id
    where f.id = ${draftId}`)
  return rows[0] ?? { name: '', application: '' }
}
