import type { UserData } from '@gatehouse/contract/people.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { endTokensOf } from '../access/acting-tokens.ts'
import { type AuditEvent, auditLinesOf } from '../audit/record-audit.ts'
import { type Executor, prepared, type Tx } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { isTooWeak } from '../identity/sign-in-demand.ts'
import { auditWritten } from '../signals.ts'
import { IS_IN_USE } from './in-use.ts'

const PERMISSION: Permission = 'users:act'
const CHANGE_PERMISSION: Permission = 'users:act-change'

/** SQL: whether the role `r` has a permission that is in use. */
const has = (permission: Permission) => `exists (
    select from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = r.id and p.name = '${permission}' and p.status = 'ACTIVE' and p.deleted_at is null)`

/**
 * SQL: why an acting `a` for a person `t` in a session `s` of an administrator `u` with a role `r` is over, `null` while it
 * runs. Every request reads it, so that each of these ends it at once: its time, a new sign-in, the loss of the permission or of
 * the strength it needs or of the factor that gave it, and a person who is not active or may do more than the administrator by now. That the session itself
 * goes on is checked by whoever reads the session.
 */
const WHY_OVER = `case
  when a.expires_at <= now() then 'time'
  when a.started_at <= s.authenticated_at then 'sign-in'
  when not t.is_active or t.deleted_at is not null or t.suspended_from <= now() then 'person'
  when r.status is distinct from 'ACTIVE' or not ${has(PERMISSION)} or a.may_change and not ${has(CHANGE_PERMISSION)} then 'permission'
  when ${isTooWeak} then 'strength'
  when exists (select from role_permissions more where more.role_id = t.role_id and more.permission_id not in (
    select own.permission_id from role_permissions own where own.role_id = r.id)) then 'rank' end`

const OPEN_ACTING = 'from actings a join users t on t.id = a.user_id where a.session_id = s.id and a.ended_at is null'

/** SQL: the acting that runs in a session, if there is one. */
export const RUNNING_ACTING = `${OPEN_ACTING} and ${WHY_OVER} is null`

/**
 * SQL: whether an acting still runs, for what applications were given under it (ADR 0103). @param id SQL of its id, not of a
 * table `a`, `t`, `s`, `u` or `r`
 */
export const isRunningActing = (id: string) => `exists (
  select from actings a join users t on t.id = a.user_id join sessions s on s.id = a.session_id join users u on u.id = s.user_id
    left join roles r on r.id = u.role_id and r.deleted_at is null
  where a.id = ${id} and a.ended_at is null and ${IS_IN_USE} and s.role_id is not distinct from u.role_id and ${WHY_OVER} is null)`

/**
 * For a change whose body comes late: the acting in which it was allowed can be over by then. Nothing where nobody acts.
 *
 * @throws AppError csrf_failed, as with the token of an acting that is over
 */
export async function requireRunningActing(tx: Tx, { acting }: Pick<Person, 'acting'>): Promise<void> {
  if (acting === null) return
  const { rows } = await tx.execute(sql`
    select from (select ${acting.id}::uuid as id) own where ${raw(isRunningActing('own.id'))}`)
  if (rows.length === 0) throw new AppError('csrf_failed')
}

/**
 * SQL: the acting that nobody has ended yet, with everything that a request needs to know about it, as JSON; `null`: nobody
 * acts. Whoever reads that it is over must end it: otherwise it would go on once the cause is taken back.
 */
export const READ_ACTING = `case when s.role_id is not null then (
  select json_build_object('id', a.id, 'over', ${WHY_OVER}, 'until', a.expires_at, 'mayChange', a.may_change, 'role', (
      select tr.name from roles tr where tr.id = t.role_id and tr.deleted_at is null),
    'user', json_build_object('_id', t.id, 'email', t.email, 'firstName', t.first_name, 'lastName', t.last_name,
      'phoneNumber', t.phone_number, 'cPortalId', t.c_portal_id, 'userName', t.user_name, 'profileImage', t.profile_image))
  ${OPEN_ACTING}) end`

export type ReadActing = {
  id: string
  over: string | null
  until: string
  mayChange: boolean
  role: string | null
  user: UserData
}

/** Who ends it, when somebody does, and the cause for the audit. */
type End = { cause?: string; by?: By }
/** `actorId`: `null`: the portal, or an operator. */
export type By = { actorId: string | null; ip?: string | null }

/**
 * Ends each open acting `a` that matches `which`, with a line of the audit: under the name of who ends it, of nobody when the
 * portal does or, when it was over by itself, of who acted. Somebody who deactivates or deletes the person ends it.
 * With it end the tokens that applications were given under it, which are notified.
 *
 * @param name of the statement, where `which` is always the same text
 * @returns the ids of the people for whom somebody was still acting, in sessions that were live
 */
export async function endActings(on: Executor, which: Sql, end: End, name?: string): Promise<string[]> {
  return (await write(on, sql`(${which})`, given(end), name)).flatMap(({ userId, ran }) => (ran ? [userId] : []))
}

/** The same for the acting in a session. */
export const endActingsIn = async (on: Executor, sessionId: string, end: End): Promise<void> => {
  await write(on, sql`a.session_id = ${sessionId}`, given(end), 'end-acting-in')
}

/**
 * Ends every acting that is over, also with its session, for those whose session makes no request any more. Only those that
 * nobody has ended are read, by an index. @returns how many have ended
 */
export const endOverActings = async (on: Executor): Promise<number> => (await write(on, sql`true`, {})).length

const given = (end: End): Written => (end.cause === undefined ? { cause: 'ended', ...end } : { ...end, isForced: true })

type Written = { cause?: string | null; by?: By; isForced?: boolean }

async function write(on: Executor, which: Sql, { cause = null, by, isForced = false }: Written, name?: string) {
  const isNamed = sql`(ended.over is null or ended.over = 'person' and ${by !== undefined}::boolean)`
  const line = auditLinesOf(EVENT, {
    actorId: sql`case when ${isNamed} and ${isForced}::boolean then ${by?.actorId ?? null}::uuid else actor_id end`,
    ...{ subjectId: sql`user_id`, sessionId: sql`session_id`, from: sql`ended` },
    ip: sql`case when ${isNamed} then ${by?.ip ?? null}::text end`,
    detail: sql`jsonb_build_object('name', name, 'administrator', administrator, 'cause',
      case when ${isNamed} then coalesce(${cause}::text, without, ended.over) else ended.over end)`,
  })
  const { rows } = await on.execute<{ userId: string; ran: boolean }>((name === undefined ? sql : prepared(name))`
    with open as (
      select a.id, ${raw(WHY_OVER)} as over, case when s.id is null or not (${raw(IS_IN_USE)}) then 'session' end as without,
        ${raw(fullNameIn('t'))} as name, ${raw(fullNameIn('u'))} as administrator
      from actings a join users t on t.id = a.user_id join users u on u.id = a.actor_id
        left join sessions s on s.id = a.session_id left join roles r on r.id = u.role_id and r.deleted_at is null
      where a.ended_at is null and ${which}),
    ended as (
      update actings a set ended_at = least(now(), a.expires_at) from open
      where a.id = open.id and a.ended_at is null and coalesce(open.over, ${cause}, open.without) is not null
      returning a.id, a.user_id, a.actor_id, a.session_id, open.over, open.without, open.name, open.administrator),
    ${endTokensOf(sql`select id from ended`)},
    line as (${line})
    select user_id as "userId", ended.over is null and without is null as ran from ended`)
  for (const _ of rows) auditWritten.publish(EVENT)
  return rows
}

const EVENT: AuditEvent = 'users.acting-ended'
