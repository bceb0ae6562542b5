import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { listOwnAccess, OwnApplication, OwnAssignment } from '@gatehouse/contract/own-access.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE } from '@gatehouse/contract/paging.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { openedBy } from '../../../access/access.ts'
import { notRevoked } from '../../../access/not-revoked.ts'
import { revokeTokens } from '../../../access/revoke.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import type { Db } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { AppError } from '../../../errors.ts'
import type { Person } from '../../../identity/actor.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { readAssignmentsTo } from './list-assignments.ts'

const ENDED = 'users.application-sessions-ended'

/** One page of the applications of a person, each with its assignments. */
export async function listPageOfOwnAccess(
  db: Db,
  userId: string,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE }: { page?: number | undefined; pageSize?: number | undefined },
): Promise<Output<typeof listOwnAccess>> {
  const [found, counted] = await Promise.all([
    db.execute<Omit<OwnApplication, 'assignments'>>(sql`
      with me as (select ${userId}::uuid as id), opened as (${raw(openedBy('(select id from me)'))})
      select a.id as "_id", a.name, a.logo, a.status, opened.opened_at as "openedAt", ${SCOPES} as scopes,
        ${IS_OPEN} as "isOpen", a.backchannel_logout_uri <> '' as "isNotified"
      from me cross join lateral (select p.id ${ofPerson(sql`me.id`)} group by p.id order by lower(p.name), p.id
        limit ${pageSize} offset ${page * pageSize}) own
        join applications a on a.id = own.id left join opened on opened.application_id = a.id
      order by lower(a.name), a.id`),
    db.execute<{ total: number }>(sql`
      select count(*)::int as total from (
        select 1 ${ofPerson(sql`${userId}`)} group by p.id limit ${COUNTED_MAX_ROWS + 1}) counted`),
  ])
  const total = counted.rows[0]?.total ?? 0
  const ids = found.rows.map(({ _id }) => _id)
  const assignments = await readAssignmentsTo(db, userId, ids)
  const rows = found.rows.map((application) => ({
    ...withIsoTimes(application),
    assignments: assignments.filter((one) => one.application._id === application._id).map(ownPart),
  }))
  return { rows, total, isEstimate: total > COUNTED_MAX_ROWS }
}

/**
 * Ends the sessions of a person in one application. Its tokens are void at once, those that outlive sessions too.
 *
 * @throws AppError not_found for an application that is not assigned to the person
 */
export async function endSessionsIn(
  db: Db,
  { userId, sessionId }: Person,
  ip: string,
  applicationId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ person: string; application: string; isOpen: boolean }>(sql`
      select ${raw(fullNameIn('u'))} as person, p.name as application, (
        select ${IS_OPEN} from users me, applications a where me.id = u.id and a.id = p.id) as "isOpen" ${ofPerson(sql`${userId}`)} and p.id = ${applicationId}
      limit 1`)
    const [found] = rows
    if (found === undefined) throw new AppError('not_found')
    await revokeTokens(tx, { userId, applicationId })
    // Whoever asks again and again gets no more lines in the activity.
    if (!found.isOpen) return
    await recordAudit(tx, {
      ...{ event: ENDED, actorId: userId, subjectId: userId, sessionId, ip },
      detail: {
        name: found.person,
        applicationId,
        changes: [{ field: 'application', before: null, after: found.application }],
      },
    })
  })
}

/** The applications `p` with an assignment of a person. */
const ofPerson = (userId: Sql): Sql => sql`
  from assignments g join users u on u.id = g.user_id join applications p on p.id = g.application_id and p.deleted_at is null
    join clients c on c.id = g.client_id and c.deleted_at is null
  where g.user_id = ${userId}`

const IS_LIVE = raw('e.ended_at is null and e.expires_at > now()')

/** The grants `g` of the person to the application `a` that hold. Those of an acting are not the person's. */
const GRANTS = sql`from oidc_grants g where g.user_id = me.id and g.application_id = a.id and g.acting_id is null
  and ${raw(notRevoked('g'))} and g.expires_at > now()
  and (g.is_offline or exists (select from sessions e where e.id = g.session_id and ${IS_LIVE}))`

/** A consent stays after the session: the next sign-in gives the same again without a question. */
const SCOPES = sql`array(
  select scope from (
    select unnest(g.scopes) as scope ${GRANTS}
    union select unnest(k.scopes) from oidc_consents k where k.user_id = me.id and k.application_id = a.id) given
  where scope = any(a.allowed_scopes) order by scope)`

const IS_OPEN = sql`(exists (select ${GRANTS}) or exists (
  select from sessions e join opened_applications o on o.session_id = e.id and o.application_id = a.id
  where e.user_id = me.id and ${IS_LIVE} and not exists (
    select from audit_events d where d.subject_id = me.id and d.event = ${ENDED}
      and d.detail->>'applicationId' = a.id::text and d.at >= greatest(o.opened_at, o.launched_at))))`

function ownPart({ client, request, ...row }: Awaited<ReturnType<typeof readAssignmentsTo>>[number]): OwnAssignment {
  const { _id, role, assignedAt, validFrom, validUntil, isCurrent, assignedBy, administrator, canOpen, canSignIn } = row
  return {
    ...{ _id, role, assignedAt, validFrom, validUntil, isCurrent, assignedBy, administrator, canOpen, canSignIn },
    client: { name: client.name, status: client.status },
    request: request && {
      ...{
        reason: request.reason,
        requestedBy: request.requestedBy,
        decidedBy: request.decidedBy,
        answer: request.answer,
      },
    },
  }
}
