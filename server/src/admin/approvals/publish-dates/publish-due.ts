import { NOT_PUBLISHED, type NotPublished } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import {
  DRAFT_HAS_CLASHES,
  DRAFT_HAS_ERRORS,
  REASON_NEEDED,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { CONFLICT_ASKS, CONFLICT_REFUSAL } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { isAccessUngiven, isDatabaseFault, unconfirmedChange } from '../../../db/faults.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { makeLoggedRounds } from '../../../rounds.ts'
import { auditBy } from '../../engine/changes.ts'
import { findCaller } from '../../engine/find-caller.ts'
import { PORTAL } from '../../engine/store.ts'
import { publishAsked, publishDated } from '../drafts/publish-draft.ts'
import { readDue } from './dates.ts'
import { notifyNotPublished } from './notify-not-published.ts'
import { namesOf } from './set-date.ts'

const ROUND_MS = 1000
/** Drafts of one round; the others follow a second later. */
const AT_ONCE = 50

type Needs = Pick<Deps, 'db' | 'config' | 'outbox' | 'log'>

/** Publishes drafts at their dates (ADR 0104). Every server repeats it; each draft is published by one of them. */
export const makePublishDates = makeLoggedRounds(ROUND_MS, publishDue, 'drafts with a date')

/** Publishes the drafts whose date has come, the earliest first, or says why one cannot be published. */
export async function publishDue(deps: Needs, isStopped: () => boolean = () => false): Promise<void> {
  const { rows } = await deps.db.execute<{ draftId: string }>(sql`
    select draft_id as "draftId" from approval_publish_dates where publish_at <= now() and refused_at is null
    order by publish_at, set_at, draft_id limit ${AT_ONCE}`)
  for (const { draftId } of rows) {
    if (isStopped()) return
    await publishOne(deps, draftId)
    deps.outbox.wake()
  }
}

async function publishOne({ db, config, outbox, log }: Needs, draftId: string): Promise<void> {
  try {
    await db.transaction((tx) => publish(tx, config.timeZone, draftId))
  } catch (error) {
    // No fault of the draft: the next round tries again.
    if (isDatabaseFault(error)) return log.warn({ err: error, draftId }, 'a draft with a date waits for the database')
    const refusal = refusalOf(error)
    if (refusal === 'failed') log.error({ err: error, draftId }, 'a draft with a date could not be published')
    await db.transaction((tx) => refuse({ config, outbox }, tx, draftId, refusal))
  }
}

/** Why a draft cannot be published at its date. */
class StandsAgainst extends Error {
  readonly refusal: NotPublished
  constructor(refusal: NotPublished) {
    super(NOT_PUBLISHED[refusal])
    this.refusal = refusal
  }
}

/** @throws StandsAgainst, AppError like publishing */
async function publish(tx: Tx, timeZone: string, draftId: string): Promise<void> {
  const locked = await tx.execute(sql`select from approval_drafts where id = ${draftId} for update skip locked`)
  // Another server publishes it, or somebody is calling it off.
  if (locked.rows.length === 0) return
  const due = await readDue(tx, draftId)
  if (due === null) return
  if (due.standsAgainst !== null) throw new StandsAgainst(due.standsAgainst)
  const { revision, version, reason, setBy, setByName, confirmedBy, sessionId, ip } = due
  const person = await findCaller(tx, { userId: confirmedBy ?? setBy, sessionId })
  if (person === null || !person.permissions.includes('approvals:write')) throw new StandsAgainst('person')
  const [by, asked] = [
    { person, ip },
    { draftId, revision, version, reason },
  ]
  if (confirmedBy === null) return publishDated(tx, by, timeZone, asked)
  await publishAsked(tx, by, timeZone, { ...asked, asker: { id: setBy, name: setByName } })
}

function refusalOf(error: unknown): NotPublished {
  if (error instanceof StandsAgainst) return error.refusal
  if (unconfirmedChange(error) !== null) return 'unconfirmed'
  if (isAccessUngiven(error)) return 'person'
  if (!(error instanceof AppError)) return 'failed'
  if (error.key === 'changed_meanwhile') return 'changed'
  return CONFLICTS.has(error.data?.reason) ? 'conflict' : (REFUSAL_OF.get(error.message) ?? 'failed')
}

/** Also where a rule asks for a reason: nobody is there to give one. */
const CONFLICTS = new Set<unknown>([CONFLICT_REFUSAL, CONFLICT_ASKS])

const REFUSAL_OF: ReadonlyMap<string, NotPublished> = new Map([
  [DRAFT_HAS_CLASHES, 'changed'],
  [DRAFT_HAS_ERRORS, 'errors'],
  [REASON_NEEDED, 'reason'],
])

/** Stores the reason and notifies whoever set the date, the second person and the owners of the application: once, also when several servers find it. */
async function refuse(deps: Pick<Deps, 'config' | 'outbox'>, tx: Tx, draftId: string, refusal: NotPublished) {
  await tx.execute(sql`select from approval_drafts where id = ${draftId} for update`)
  const { rows } = await tx.execute<{ people: string[] }>(sql`
    update approval_publish_dates t set refused_at = now(), refusal = ${refusal}
    where t.draft_id = ${draftId} and t.refused_at is null and t.publish_at <= now()
    returning array(select o.user_id from application_owners o join approval_drafts f on f.application_id = o.application_id
      where f.id = t.draft_id) || array_remove(array[t.set_by, t.confirmed_by], null) as people`)
  if (rows[0] === undefined) return
  await auditBy(tx, PORTAL, 'approvalDrafts.publishing-refused', draftId, {
    ...(await namesOf(tx, draftId)),
    reason: NOT_PUBLISHED[refusal],
  })
  await notifyNotPublished(deps, tx, draftId, rows[0].people, { refusal })
}
