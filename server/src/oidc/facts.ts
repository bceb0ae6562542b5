import type { ClaimSource } from '@gatehouse/contract/admin/applications/oauth-settings.ts'
import { IS_FOR_GRANT, OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import { SUBJECT_RULE, type SubjectRule } from '../access/subject.ts'
import type { Db } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import { isPersonActive } from '../db/is-person-active.ts'
import { ALL_GRANTS } from './all-grants.ts'

/** Who acts, by which name applications show them, until when, and how many seconds that is from now. */
export type Actor = { userId: string; name: string; until: number; secondsLeft: number }

/** An `Actor` as JSON, of a row `g` of grants. */
export const ACTOR = `case when g.acting_id is not null then (
  select json_build_object('userId', x.actor_id, 'name', ${fullNameIn('xu')},
    'until', floor(extract(epoch from x.expires_at))::int, 'secondsLeft', greatest(floor(extract(epoch from x.expires_at - now()))::int, 1))
  from actings x join users xu on xu.id = x.actor_id where x.id = g.acting_id) end`

/** Stored facts of a person, and of their access to one application for one client (organisation). */
export type Facts = {
  userId: string
  /** The administrator who acts for the person; `null`: the person has opened it. */
  acting: Actor | null
  subject: SubjectRule
  email: string
  emailVerified: boolean
  userName: string
  firstName: string
  lastName: string
  phoneNumber: string
  phoneVerified: boolean
  updatedAt: number
  client: { id: string; name: string; uuid: string }
  role: string
  /** The approvals of the application role; `null` when the application has no such role of its own. */
  applicationRole: {
    name: string
    role_id: string
    action: string
    sequence: number | null
    /** Both bounds belong to it, whatever the role says: a bound that is left out is a paisa away. */
    range: { from: number | null; to: number | null }
    all_regions: boolean
    regions: string[]
  } | null
  /** Page names in alphabetical order. */
  pages: string[]
  /** Pages with their actions, such as `claims` and `claims:approve`; `null` unless a claim asks for them. */
  pageActions: string[] | null
  /** The sources of claims under names that the application has chosen. */
  groupsClaim: ClaimSource
  rolesClaim: ClaimSource
}

/** The facts as JSON, from a row `g` that names a person, an application and a client. */
export const FACTS = `json_build_object('userId', u.id, 'acting', ${ACTOR}, 'subject', ${SUBJECT_RULE}, 'email', u.email, 'emailVerified', u.email_verified_at is not null,
  'userName', u.user_name, 'firstName', u.first_name, 'lastName', u.last_name, 'phoneNumber', u.phone_number,
  'phoneVerified', u.phone_verified_at is not null,
  'updatedAt', extract(epoch from u.updated_at)::int,
  'client', json_build_object('id', c.id, 'name', c.display_name, 'uuid', c.uuid), 'role', s.role, 'groupsClaim', a.groups_claim, 'rolesClaim', a.roles_claim,
  'applicationRole', (
    select json_build_object('name', r.name, 'role_id', r.role_id, 'action', r.action, 'sequence', r.sequence,
      'range', json_build_object('from', r.range_from + (left(r.bounds, 1) = '(')::int, 'to', r.range_to - (right(r.bounds, 1) = ')')::int), 'all_regions', r.all_regions, 'regions', r.regions)
    from application_roles r
    where r.application_id = g.application_id and r.client_id = g.client_id and lower(r.name) = lower(s.role)
      and r.deleted_at is null),
  'pages', array(
    select p.name from application_roles r
      join application_role_pages rp on rp.application_role_id = r.id
      join pages p on p.id = rp.page_id and p.status = 'ACTIVE' and p.deleted_at is null
    where r.application_id = g.application_id and r.client_id = g.client_id and lower(r.name) = lower(s.role)
      and r.deleted_at is null order by lower(p.name)),
  'pageActions', case when 'page-actions' in (a.groups_claim, a.roles_claim) then array(
    select coalesce(p.manifest_id, p.name) || suffix.text from application_roles r
      join application_role_pages rp on rp.application_role_id = r.id
      join pages p on p.id = rp.page_id and p.status = 'ACTIVE' and p.deleted_at is null
      cross join lateral (select '' as text union all select ':' || action from unnest(rp.actions) action) suffix
    where r.application_id = g.application_id and r.client_id = g.client_id and lower(r.name) = lower(s.role)
      and r.deleted_at is null order by p.place, lower(p.name), suffix.text) end) as facts`

/**
 * The tables behind `FACTS`. There is no row when the assignment, or a record that it needs, is inactive or deleted.
 */
export const FACTS_FROM = `
  join users u on u.id = g.user_id and ${isPersonActive('u')}
  join ${OPEN_ASSIGNMENTS} on ${IS_FOR_GRANT}`

/** The facts of a person in an application for a client, or `null` when they have no access. */
export async function readFactsOf(
  db: Db,
  { userId, applicationId, clientId }: { userId: string; applicationId: string; clientId: string },
): Promise<Facts | null> {
  const { rows } = await db.execute<{ facts: Facts }>({
    name: 'read-facts-of',
    text: `select ${FACTS} from (select $1::uuid as user_id, $2::uuid as application_id, $3::uuid as client_id, null::uuid as acting_id) g ${FACTS_FROM}`,
    values: [userId, applicationId, clientId],
  })
  return rows[0]?.facts ?? null
}

/**
 * The facts for a grant; `null` when the person or their access is gone. Whether the
 * grant was revoked is not checked again: when one code is used twice at once, the loser revokes the grant while the
 * winner is being answered, and the winner must get tokens that are void (RFC 6749 §4.1.2).
 */
export async function readFacts(db: Db, grantId: string): Promise<Facts | null> {
  const { rows } = await db.execute<{ facts: Facts }>({
    name: 'read-facts',
    text: `select ${FACTS} from ${ALL_GRANTS} g ${FACTS_FROM} where g.id = $1`,
    values: [grantId],
  })
  return rows[0]?.facts ?? null
}
