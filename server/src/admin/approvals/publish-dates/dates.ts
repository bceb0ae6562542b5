import {
  DRAFT_HAS_DATE,
  type NotPublished,
  type PublishDate,
} from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import { type Executor, prepared, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { isDistrustedSession } from '../../../sessions/is-distrusted.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { decidedSince, touchedSince } from '../drafts/changed-since.ts'
import { LOST_CHANGES } from '../drafts/draft-sql.ts'
import { mayPublish } from '../second-person/who-confirms.ts'

const isPublisher = (id: string) => sql`exists (select from users u where u.id = ${raw(id)} and ${mayPublish('u')})`

/** SQL: why the date `t` of a draft `f` with a matrix `m` would not be kept as things are now; `null`: nothing is known. */
export const STANDS_AGAINST = sql`case
  when not ${isPublisher('t.set_by')} or (t.confirmed_by is not null and not ${isPublisher('t.confirmed_by')}) then 'person'
  when ${isDistrustedSession(sql`t.session_id`)} then 'session'
  when m.asks_second_person and t.confirmed_by is null then 'unconfirmed'
  when t.revision <> f.revision or exists (${LOST_CHANGES}) then 'changed'
  when t.version = coalesce(m.version, 0) then null
  -- Two people have decided about what it does to all that counts.
  when case when t.confirmed_by is null then ${touchedSince(sql`t.version`)} else ${decidedSince(sql`t.version`)} end then 'changed' end`

const FROM = sql`approval_publish_dates t join approval_drafts f on f.id = t.draft_id
  left join approval_matrices m on m.application_id = f.application_id`

/** SQL: the moment at which a draft is published; `null`: it has none. */
export const publishesAt = (draftId: Sql): Sql =>
  sql`(select t.publish_at from approval_publish_dates t where t.draft_id = ${draftId} and t.refused_at is null)`

/** The date of a draft, also one at which it was not published; `null`: none was set. */
export async function readDate(on: Executor, draftId: string): Promise<PublishDate | null> {
  const { rows } = await on.execute<PublishDate>(prepared('publish-date')`
    select t.publish_at as "publishAt", ${raw(nameOfActor('t.set_by'))} as "setBy", ${raw(nameOfActor('t.confirmed_by'))} as "confirmedBy",
      t.reason, t.refused_at as "refusedAt", case when t.refused_at is null then ${STANDS_AGAINST} else t.refusal end as refusal
    from ${FROM} where t.draft_id = ${draftId}`)
  return rows[0] === undefined ? null : withIsoTimes(rows[0])
}

export type DueDate = {
  revision: number
  version: number
  reason: string
  setBy: string
  setByName: string
  confirmedBy: string | null
  sessionId: string
  ip: string
  standsAgainst: NotPublished | null
}

/** The date of a draft that has come; `null`: there is none, it was called off, or another server has dealt with it. */
export async function readDue(tx: Tx, draftId: string): Promise<DueDate | null> {
  const { rows } = await tx.execute<DueDate>(sql`
    select t.revision, t.version::float8 as version, t.reason, t.set_by as "setBy", ${raw(nameOfActor('t.set_by'))} as "setByName",
      t.confirmed_by as "confirmedBy", t.session_id as "sessionId", t.ip, ${STANDS_AGAINST} as "standsAgainst"
    from ${FROM} where t.draft_id = ${draftId} and t.publish_at <= now() and t.refused_at is null`)
  return rows[0] ?? null
}

/** What is published at a date stays as it was compared. @throws AppError invalid_request */
export async function refuseWhileDated(tx: Tx, draftId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from approval_publish_dates where draft_id = ${draftId} and refused_at is null`)
  if (rows.length > 0) throw new AppError('invalid_request', { msg: DRAFT_HAS_DATE })
}
