import sql, { raw, type Sql } from 'sql-template-tag'
import { fullNameIn } from '../../../db/full-name.ts'
import type { CountedUse } from '../../engine/table-store.ts'
import { IS_OPEN } from '../recoveries/is-open.ts'

/**
 * What people have begun that goes on in their name, with the rights that they have then: without an active account none.
 * It stays, and works again when they come back in time.
 */
export const begunByPeople = (people: Sql): CountedUse[] => [
  [
    'open invitations from them, whose links open nothing then',
    'leaves',
    sql`select email as name from invitations where sent_by = any(${people}) and state = 'open' and expires_at > now()`,
  ],
  [
    'recoveries that they started or approved, which fail then',
    'leaves',
    sql`select ${raw(fullNameIn('u'))} as name, u.id from account_recoveries r
      join users u on u.id = r.user_id and u.is_active and u.deleted_at is null and u.id <> all(${people})
      where ${IS_OPEN} and (r.started_by = any(${people}) or r.approved_by = any(${people}))`,
    true,
  ],
  // The portal completes one that is overdue in the name of its owner, and can then take nothing away.
  [
    'running reviews of this owner',
    'leaves',
    sql`select id, name from access_reviews where state = 'running' and owner_id = any(${people})`,
    true,
  ],
  [
    'drafts with a date that they set or confirmed, which are not published then',
    'leaves',
    sql`select f.id, f.name || ' · ' || a.name as name from approval_publish_dates t
      join approval_drafts f on f.id = t.draft_id join applications a on a.id = f.application_id and a.deleted_at is null
      where t.refused_at is null and (t.set_by = any(${people}) or t.confirmed_by = any(${people}))`,
    true,
  ],
  [
    'automatic reviews in their name, which cannot start then',
    'leaves',
    sql`select (select coalesce(string_agg(${raw(fullNameIn('u'))}, ', ' order by u.id), '') from users u
        where i.value->'reviewerIds' ? u.id::text and u.deleted_at is null) as name
      from installation i where i.key = 'reviews' and (i.value->>'userId')::uuid = any(${people})
        and ((i.value->>'onRoleChange')::boolean or (i.value->>'onClientChange')::boolean)`,
  ],
]
