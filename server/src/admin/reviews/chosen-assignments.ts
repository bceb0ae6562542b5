import { REVIEW_LINES_MAX, type ReviewScope } from '@gatehouse/contract/admin/reviews/reviews.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { USED_EVENTS } from './evidence.ts'

/**
 * The ids of the assignments that a review is about, up to one more than it may have: those that have not ended, of people,
 * applications and clients that are not deleted.
 */
export function chosenAssignments({ clientId, applicationId, role, roleId, userId, ...scope }: ReviewScope): Sql {
  const { isPrivileged, unusedDays, endsWithinDays } = scope
  const conditions = [sql`(g.valid_until is null or g.valid_until > now())`]
  if (clientId) conditions.push(sql`g.client_id = ${clientId}`)
  if (applicationId) conditions.push(sql`g.application_id = ${applicationId}`)
  if (role !== '') conditions.push(sql`lower(g.role) = lower(${role})`)
  if (userId) conditions.push(sql`g.user_id = ${userId}`)
  if (roleId) conditions.push(sql`u.role_id = ${roleId}`)
  if (isPrivileged)
    conditions.push(sql`exists (
      select from role_permissions rp join permissions p on p.id = rp.permission_id and p.deleted_at is null
      where rp.role_id = u.role_id)`)
  if (endsWithinDays !== null) conditions.push(sql`g.valid_until < now() + make_interval(days => ${endsWithinDays})`)
  if (unusedDays !== null)
    conditions.push(sql`g.created_at < now() - make_interval(days => ${unusedDays}) and not exists (
      select from audit_events e where e.actor_id = g.user_id and e.event in (${raw(USED_EVENTS)})
        and e.subject_id = g.application_id and e.detail->>'clientId' = g.client_id::text
        and e.at > now() - make_interval(days => ${unusedDays}))`)
  return sql`
    select g.id from assignments g join users u on u.id = g.user_id and u.deleted_at is null
      join applications a on a.id = g.application_id and a.deleted_at is null
      join clients c on c.id = g.client_id and c.deleted_at is null
    where ${join(conditions, ' and ')} limit ${REVIEW_LINES_MAX + 1}`
}
