import {
  type confirmPublishing,
  MAY_NOT_CONFIRM,
  type sendBackPublishing,
  VOID_TEXTS,
  type withdrawPublishing,
} from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { type DecidingEvents, lastDecision } from '../../../audit/decided-meanwhile.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { decidedSince } from '../drafts/changed-since.ts'
import { lockAskedDrafts } from '../drafts/drafts.ts'
import { type ChangedSince, judgeDraft } from '../drafts/judge-draft.ts'
import { publishAsked } from '../drafts/publish-draft.ts'
import { writeDate } from '../publish-dates/set-date.ts'
import type { ByPerson } from './ask.ts'
import { type FoundRequest, findRequest } from './requests.ts'

/**
 * Confirms as the second person: what was asked for counts from now on, in the transaction that uses the request up.
 *
 * @throws AppError not_found; second_person_needed for the asker and those who changed the draft;
 *   changed_meanwhile when it was decided already or is void, or not what the caller has seen
 */
export async function confirm(
  deps: Deps,
  tx: Tx,
  by: ByPerson,
  { requestId, revision, version }: Input<typeof confirmPublishing>,
): Promise<void> {
  const found = await takeRequest(tx, by, requestId)
  if (!found.mayConfirm) throw new AppError('second_person_needed', { msg: MAY_NOT_CONFIRM })
  if (found.voidBecause !== null) throw new AppError('changed_meanwhile', { msg: VOID_TEXTS[found.voidBecause] })
  if (found.revision !== revision || (found.version === null) !== (version === null))
    throw new AppError('changed_meanwhile')
  const { applicationId, draftId, application, askedBy, askedByName } = found
  if (draftId === null) {
    await tx.execute(
      sql`update approval_matrices set asks_second_person = false where application_id = ${applicationId}`,
    )
    // Without a second person, drafts are published at once: their requests go. One that is locked is being decided by somebody
    // who waits for the matrix, and is left to them.
    await tx.execute(sql`
      delete from approval_publish_requests where id in (
        select id from approval_publish_requests where application_id = ${applicationId} for update skip locked)`)
    const detail = { name: application, reason: found.reason, askedBy: askedByName, requestId }
    await auditBy(tx, by, 'applications.second-person-off', applicationId, detail)
  } else await confirmDraft(tx, by, deps.config.timeZone, { ...found, draftId }, Number(version))
  const { publishAt } = found
  await notify(deps, tx, 'publishing-confirmed', askedBy, {
    values: { person: nameOf(by), application, applicationId, draftId: draftId ?? '', from: '' },
    ...(publishAt !== null && { moments: { from: { at: new Date(publishAt), is: 'time' } } }),
  })
}

/**
 * Publishes the draft, or sets its date. Neither what was asked for nor what the second person has seen differs from it in anything
 * that decides.
 */
async function confirmDraft(
  tx: Tx,
  by: ByPerson,
  timeZone: string,
  { requestId, draftId, revision, version, reason, askedBy, askedByName, publishAt }: Taken & { draftId: string },
  seen: number,
): Promise<void> {
  const asked = { draftId, revision: Number(revision), version: Number(version), reason }
  const changedSince: ChangedSince = (askedFor) => sql`(${decidedSince(askedFor)} or ${decidedSince(sql`${seen}`)})`
  if (publishAt === null)
    return publishAsked(
      tx,
      by,
      timeZone,
      { ...asked, asker: { id: askedBy, name: askedByName, requestId } },
      changedSince,
    )
  const { comparison } = await judgeDraft(tx, timeZone, asked, changedSince)
  const confirmed = { version: comparison.version, setBy: askedBy, confirmedBy: by.person.userId }
  await writeDate(tx, by, { ...asked, ...confirmed, publishAt, requestId })
}

/** @throws AppError changed_meanwhile when it was decided already; second_person_needed for whoever has asked */
export async function sendBack(
  deps: Deps,
  tx: Tx,
  by: ByPerson,
  { requestId, note }: Input<typeof sendBackPublishing>,
): Promise<void> {
  const found = await takeRequest(tx, by, requestId)
  const { application, applicationId, askedBy, draftId } = found
  if (askedBy === by.person.userId) throw new AppError('second_person_needed')
  await tx.execute(sql`
    update approval_drafts set sent_back_by = ${by.person.userId}, sent_back_at = now(), sent_back_note = ${note}
    where id = ${draftId}`)
  await auditBy(tx, by, 'approvalDrafts.publishing-sent-back', draftId ?? applicationId, {
    ...namesOf(found),
    ...{ reason: note, note },
  })
  const values = { person: nameOf(by), application, applicationId, answer: note, draftId: draftId ?? '' }
  await notify(deps, tx, 'publishing-sent-back', askedBy, { values })
}

/** @throws AppError changed_meanwhile when it was decided already; not_found when somebody else has asked */
export async function withdraw(tx: Tx, by: ByPerson, { requestId }: Input<typeof withdrawPublishing>): Promise<void> {
  const found = await takeRequest(tx, by, requestId)
  if (found.askedBy !== by.person.userId) throw new AppError('not_found')
  await auditBy(tx, by, 'approvalDrafts.publishing-withdrawn', found.draftId ?? found.applicationId, namesOf(found))
}

/** A request that was used up. */
type Taken = FoundRequest & { requestId: string }

const namesOf = ({ requestId, draft, application }: Taken) => ({
  name: draft === '' ? application : draft,
  ...{ application, requestId },
})

/** The audit lines of a decision about a request name its id. */
const DECISIONS: DecidingEvents = {
  'approvalDrafts.published': 'published',
  'approvalDrafts.publishing-dated': 'dated',
  'approvalDrafts.publishing-sent-back': 'sent-back',
  'approvalDrafts.publishing-withdrawn': 'withdrawn',
  'applications.second-person-off': 'stopped',
}
const nameOf = ({ person: { user } }: ByPerson) => fullName(user)

/**
 * Uses a request up: of those who decide at once, one gets it. A refusal of the caller takes that back.
 *
 * @throws AppError changed_meanwhile when somebody has decided; not_found
 */
async function takeRequest(tx: Tx, { person }: ByPerson, requestId: string): Promise<Taken> {
  await lockAskedDrafts(tx, requestId)
  const found = await findRequest(tx, requestId, person.userId)
  const { rowCount } = await tx.execute(sql`delete from approval_publish_requests where id = ${requestId}`)
  if (found === null || rowCount === 0)
    throw (await lastDecision(tx, DECISIONS, { requestId })) ?? new AppError('not_found')
  return { ...found, requestId }
}
