import type { PublishRequest, VOID_REASONS } from '@gatehouse/contract/admin/approvals/second-person.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import { type Executor, prepared, type Tx } from '../../../db/database.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { decidedSince } from '../drafts/changed-since.ts'
import { isEditor, mayPublish } from './who-confirms.ts'

export type VoidReason = (typeof VOID_REASONS)[number]

/** Whether a second person confirms the changes of a matrix. */
export async function asksSecondPerson(on: Executor, applicationId: string): Promise<boolean> {
  const { rows } = await on.execute(sql`
    select from approval_matrices where application_id = ${applicationId} and asks_second_person`)
  return rows.length > 0
}

/** SQL: why a request `q` of a draft `f` and a matrix `m` can no longer be confirmed; `null`: it waits. */
const VOID_BECAUSE = sql`case
  when not exists (select from users u where u.id = q.asked_by and ${mayPublish('u')}) then 'asker'
  when q.revision <> f.revision then 'draft'
  when q.version <> coalesce(m.version, 0) and ${decidedSince(sql`q.version`)} then 'matrix'
  when q.publish_at <= now() then 'date' end`

const FROM = sql`approval_publish_requests q left join approval_drafts f on f.id = q.draft_id
  left join approval_matrices m on m.application_id = q.application_id`

/**
 * SQL: whether the draft with this id waits for a second person, so that nobody changes it. The id is selected apart: of a
 * column of the outer statement, the `f` in here would be understood.
 */
export const isAsked = (draftId: string | Sql): Sql => sql`exists (
  select from (select ${draftId}::uuid as id) w, ${FROM} where q.draft_id = w.id and ${VOID_BECAUSE} is null)`

type Of = { draftId: string } | { applicationId: string }

const whichOf = (of: Of): Sql =>
  'draftId' in of ? sql`q.draft_id = ${of.draftId}` : sql`q.application_id = ${of.applicationId} and q.draft_id is null`

/** The request about a draft, or the one to ask for no second person in an application; `null`: there is none. */
export async function readRequest(on: Executor, of: Of, caller: { userId: string }): Promise<PublishRequest | null> {
  const read = prepared('draftId' in of ? 'publish-request-of-draft' : 'request-to-stop-asking')
  const { rows } = await on.execute<PublishRequest>(read`
    select q.id as "_id", ${raw(nameOfActor('q.asked_by'))} as "askedBy", q.asked_at as "askedAt", q.reason, q.revision,
      q.version::float8 as version, q.asked_by = ${caller.userId} as "isMine", ${VOID_BECAUSE} as "voidBecause",
      ${mayConfirm(caller.userId)} as "mayConfirm", q.publish_at as "publishAt"
    from ${FROM} where ${whichOf(of)}`)
  const [found] = rows
  return found === undefined ? null : withIsoTimes(found)
}

/** SQL: whether a person may confirm the request `q` of a draft `f`, whatever its state. */
const mayConfirm = (userId: string): Sql => sql`(q.asked_by <> ${userId}
  and (f.id is null or not ${isEditor(userId)})
  and exists (select from users u where u.id = ${userId} and ${mayPublish('u')}))`

/** SQL that begins with `from`: the requests that wait for a second person, and that this person may confirm. */
export const waitingFor = (userId: string): Sql => sql`from ${FROM}
  join applications a on a.id = q.application_id and a.deleted_at is null
  where ${VOID_BECAUSE} is null and ${mayConfirm(userId)}`

export type FoundRequest = {
  id: string
  applicationId: string
  application: string
  draftId: string | null
  draft: string
  revision: number | null
  version: number | null
  reason: string
  askedBy: string
  askedByName: string
  voidBecause: VoidReason | null
  mayConfirm: boolean
  publishAt: string | null
}

/** A request, with what may be done with it. */
export async function findRequest(tx: Tx, requestId: string, userId: string): Promise<FoundRequest | null> {
  const { rows } = await tx.execute<FoundRequest>(sql`
    select q.id, q.application_id as "applicationId", a.name as application, q.draft_id as "draftId", coalesce(f.name, '') as draft,
      q.revision, q.version::float8 as version, q.reason, q.asked_by as "askedBy", ${raw(nameOfActor('q.asked_by'))} as "askedByName",
      ${VOID_BECAUSE} as "voidBecause", ${mayConfirm(userId)} as "mayConfirm", q.publish_at as "publishAt"
    from ${FROM} join applications a on a.id = q.application_id and a.deleted_at is null
    where q.id = ${requestId}`)
  return rows[0] ?? null
}

/** Removes requests that can no longer be confirmed, so that somebody can ask again. */
export async function removeVoid(tx: Tx, of: Of): Promise<void> {
  await tx.execute(sql`
    delete from approval_publish_requests where id in (select q.id from ${FROM} where ${whichOf(of)} and ${VOID_BECAUSE} is not null)`)
}
