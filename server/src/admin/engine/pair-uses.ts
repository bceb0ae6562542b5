import sql, { raw, type Sql } from 'sql-template-tag'
import { fullNameIn } from '../../db/full-name.ts'
import { type CountedUse, namesOf } from './table-store.ts'

/**
 * What needs an application, or a client, together with a record of the other kind. Its own records block the deletion; what waits
 * for it, or works by it, stays and comes to nothing.
 */
export function usesOfPair(column: 'application_id' | 'client_id', id: string): CountedUse[] {
  const ofIt = (table: string, name = 'name') => namesOf(table, name, column, id)
  return [
    [
      'people',
      'blocks',
      sql`select ${raw(fullNameIn('users'))} as name from users
        where deleted_at is null and id in (select user_id from assignments where ${raw(column)} = ${id})`,
    ],
    ['application roles', 'blocks', ofIt('application_roles')],
    ['templates', 'blocks', ofIt('templates')],
    [
      'configurations',
      'blocks',
      sql`${ofIt('email_configurations', 'host')} union all ${ofIt('sms_configurations', 'provider_name')}`,
    ],
    [
      'stand-ins',
      'leaves',
      sql`select ${raw(fullNameIn('u'))} || ' · ' || t.role as name from stand_ins t join users u on u.id = t.stand_in_id
        where t.${raw(column)} = ${id} and t.ended_at is null and t.valid_until > now()`,
    ],
    [
      'requests for access that wait',
      'leaves',
      sql`select ${raw(fullNameIn('u'))} || ' · ' || a.name as name from access_requests r
        join users u on u.id = r.user_id and u.deleted_at is null join applications a on a.id = r.application_id
        where r.${raw(column)} = ${id} and r.state = 'waiting'`,
    ],
    [
      'running reviews',
      'leaves',
      sql`select v.name from access_reviews v where v.state = 'running' and exists (
        select from access_review_lines l where l.review_id = v.id and l.${raw(column)} = ${id} and l.outcome is null)`,
    ],
    ['open invitations', 'leaves', openInvitations(sql`${raw(column)} = ${id}`)],
  ]
}

/** The addresses of invitations that can still be accepted, and give what the condition names. */
export const openInvitations = (which: Sql): Sql =>
  sql`select email as name from invitations where state = 'open' and expires_at > now() and ${which}`
