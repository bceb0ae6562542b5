import {
  ALREADY_ASKED,
  type askSecondPerson,
  type askToPublish,
  type askToStopSecondPerson,
  NOBODY_CONFIRMS,
  NOBODY_COULD_CONFIRM,
  NOT_ASKED,
} from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import type { Person } from '../../../identity/actor.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { requireLive } from '../../engine/table-store.ts'
import { takeMatrixTurn } from '../conflicts/take-turn.ts'
import { judgeDraft } from '../drafts/judge-draft.ts'
import { refuseWhileDated } from '../publish-dates/dates.ts'
import { requireToCome } from '../publish-dates/set-date.ts'
import { asksSecondPerson, removeVoid } from './requests.ts'
import { findConfirmers } from './who-confirms.ts'

/** A person: a program is never one of two. */
export type ByPerson = { person: Person; ip: string }

const refuse = (msg: string) => new AppError('invalid_request', { msg })

/**
 * From now on a second person confirms. At once, because it makes nothing easier.
 *
 * @throws AppError invalid_request where nobody else could confirm
 */
export async function startSecondPerson(
  tx: Tx,
  by: ByPerson,
  { applicationId }: Input<typeof askSecondPerson>,
): Promise<void> {
  // A change of the matrix that is under way ends before, and one that begins later is judged by this.
  await takeMatrixTurn(tx, sql`select ${applicationId}::uuid`)
  await requireLive(tx, 'applications', applicationId, 'There is no such application')
  if ((await findConfirmers(tx, by.person.userId, null)).length === 0) throw refuse(NOBODY_COULD_CONFIRM)
  const { rowCount } = await tx.execute(sql`
    insert into approval_matrices as m (application_id, version, asks_second_person) values (${applicationId}, 0, true)
    on conflict (application_id) do update set asks_second_person = true where not m.asks_second_person`)
  if (rowCount === 0) return
  await auditBy(tx, by, 'applications.second-person-on', applicationId, { name: await nameOf(tx, applicationId) })
}

/**
 * Asks that no second person confirms any more. That takes one, too: otherwise whoever wants to publish alone would switch it off,
 * publish, and switch it on again.
 *
 * @throws AppError invalid_request when none is asked, or nobody else could confirm; already_exists
 */
export async function askToStop(
  deps: Deps,
  tx: Tx,
  by: ByPerson,
  { applicationId, reason }: Input<typeof askToStopSecondPerson>,
): Promise<void> {
  if (!(await asksSecondPerson(tx, applicationId))) throw refuse(NOT_ASKED)
  await removeVoid(tx, { applicationId })
  await writeRequest(deps, tx, by, {
    applicationId,
    draftId: null,
    revision: null,
    version: null,
    reason,
    publishAt: null,
  })
}

/**
 * Asks a second person to publish a draft as it was compared. All that stands against publishing stands against asking.
 *
 * @throws AppError like publishing; invalid_request when no second person is asked, or nobody else could confirm; already_exists
 */
export async function askForDraft(deps: Deps, tx: Tx, by: ByPerson, asked: Input<typeof askToPublish>): Promise<void> {
  const { draftId, revision, version, reason, publishAt = null } = asked
  const { draft } = await judgeDraft(tx, deps.config.timeZone, asked)
  const { applicationId } = draft
  if (!(await asksSecondPerson(tx, applicationId))) throw refuse(NOT_ASKED)
  await refuseWhileDated(tx, draftId)
  if (publishAt !== null) await requireToCome(tx, publishAt)
  await removeVoid(tx, { draftId })
  await writeRequest(deps, tx, by, { applicationId, draftId, revision, version, reason, publishAt })
  await tx.execute(sql`
    update approval_drafts set sent_back_by = null, sent_back_at = null, sent_back_note = null where id = ${draftId}`)
}

type Asked = {
  applicationId: string
  draftId: string | null
  revision: number | null
  version: number | null
  reason: string
  publishAt: string | null
}

async function writeRequest(deps: Deps, tx: Tx, by: ByPerson, asked: Asked): Promise<void> {
  const { applicationId, draftId, revision, version, reason, publishAt } = asked
  const { userId, user } = by.person
  const confirmers = await findConfirmers(tx, userId, draftId)
  if (confirmers.length === 0) throw refuse(NOBODY_CONFIRMS)
  const { rowCount } = await tx.execute(sql`
    insert into approval_publish_requests (id, application_id, draft_id, revision, version, reason, publish_at, asked_by)
    values (${newId()}, ${applicationId}, ${draftId}, ${revision}, ${version}, ${reason}, ${publishAt}, ${userId}) on conflict do nothing`)
  if (rowCount === 0) throw new AppError('already_exists', { msg: ALREADY_ASKED })
  const application = await nameOf(tx, applicationId)
  const { rows } = await tx.execute<{ name: string }>(sql`select name from approval_drafts where id = ${draftId}`)
  await auditBy(tx, by, 'approvalDrafts.publishing-asked', draftId ?? applicationId, {
    ...{ name: rows[0]?.name ?? application, application, reason },
    ...(publishAt !== null && { publishAt: new Date(publishAt).toISOString() }),
  })
  const person = fullName(user)
  for (const { id } of confirmers)
    await notify(deps, tx, 'publishing-asked', id, {
      values: { person, application, applicationId, draftId: draftId ?? '', answer: reason, from: '' },
      ...(publishAt !== null && { moments: { from: { at: new Date(publishAt), is: 'time' } } }),
    })
}

async function nameOf(tx: Tx, applicationId: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`select name from applications where id = ${applicationId}`)
  return rows[0]?.name ?? ''
}
