import type { UserData } from '@gatehouse/contract/people.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'
import { clientNeedsStrong, needsStrong } from '../identity/sign-in-demand.ts'

const PERMISSION: Permission = 'users:act'

/**
 * SQL: the acting `a` for a person `t` that runs in a session `s` of an administrator `u` with a role `r`, if there is one. Every
 * request reads it, so that each of these ends it at once: the button, its time, a new sign-in, the loss of the permission or of
 * the strength it needs, and a person who is not active or may do more than the administrator by now. That the session itself
 * goes on is checked by whoever reads the session.
 */
export const RUNNING_ACTING = `
  from actings a join users t on t.id = a.user_id
  where a.session_id = s.id and a.ended_at is null and a.expires_at > now() and a.started_at > s.authenticated_at
    and t.is_active and t.deleted_at is null and (t.suspended_from is null or t.suspended_from > now())
    and r.status = 'ACTIVE' and (s.is_strong or not (${needsStrong('r')} or ${clientNeedsStrong('u.id')}))
    and exists (select from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.name = '${PERMISSION}' and p.status = 'ACTIVE' and p.deleted_at is null)
    and not exists (select from role_permissions more where more.role_id = t.role_id and more.permission_id not in (
      select own.permission_id from role_permissions own where own.role_id = r.id))`

/** SQL: the same with everything that a request needs to know about it, as JSON; `null`: nobody acts. */
export const READ_ACTING = `case when r.id is not null then (
  select json_build_object('id', a.id, 'until', a.expires_at, 'role', (
      select tr.name from roles tr where tr.id = t.role_id and tr.deleted_at is null),
    'user', json_build_object('_id', t.id, 'email', t.email, 'firstName', t.first_name, 'lastName', t.last_name,
      'phoneNumber', t.phone_number, 'cPortalId', t.c_portal_id, 'userName', t.user_name, 'profileImage', t.profile_image))
  ${RUNNING_ACTING}) end`

export type ReadActing = { id: string; until: string; role: string | null; user: UserData }

/**
 * Ends what runs: one acting by its id, those of a session, or those for a person. Writes a line for each, under the name of who
 * ends it.
 *
 * @returns how many have ended
 */
export async function endActings(
  tx: Tx,
  which: { id: string; userId: string } | { sessionId: string },
  by: { actorId: string; ip?: string },
): Promise<number> {
  const chosen =
    'sessionId' in which
      ? sql`a.session_id = ${which.sessionId}`
      : sql`a.id = ${which.id} and a.user_id = ${which.userId}`
  const { rows } = await tx.execute<{ userId: string; sessionId: string; name: string; administrator: string }>(sql`
    update actings a set ended_at = now() from users t, users u
    where ${chosen} and t.id = a.user_id and u.id = a.actor_id and a.ended_at is null and a.expires_at > now()
    returning a.user_id as "userId", a.session_id as "sessionId", t.first_name || ' ' || t.last_name as name,
      u.first_name || ' ' || u.last_name as administrator`)
  for (const { userId, name, administrator, sessionId } of rows)
    await recordAudit(tx, {
      ...{ event: 'users.acting-ended', actorId: by.actorId, subjectId: userId, sessionId, ip: by.ip ?? null },
      detail: { name, administrator },
    })
  return rows.length
}
