import sql, { raw } from 'sql-template-tag'
import { idAt, newId } from '../crypto/ids.ts'
import type { Tx } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'

const DAY_MS = 86_400_000
const REVIEWER = 'meera.nair@example.com'

type Given = { applications: Map<string, string>; admin: string; now: Date }
type Demo = { name: string; application: string; state: 'running' | 'completed'; daysAgo: number; dueInDays: number }

const REVIEWS: Demo[] = [
  { name: 'Access to Roadside', application: 'roadside', state: 'completed', daysAgo: 24, dueInDays: -12 },
  { name: 'Access to Eclaims', application: 'eclaims', state: 'running', daysAgo: 4, dueInDays: 9 },
]

/** One review is completed, by a chosen person; one runs, by the owners of its application, a third of it decided. */
export async function insertReviews(tx: Tx, { applications, admin, now }: Given): Promise<void> {
  for (const { name, application, state, daysAgo, dueInDays } of REVIEWS) {
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    const id = idAt(at)
    const isOver = state === 'completed'
    const applicationId = applications.get(application)
    const scope = JSON.stringify({ applicationId, role: '', isPrivileged: false })
    await tx.execute(sql`
      insert into access_reviews (id, name, state, owner_id, owner_session_id, owner_ip, reviewer_rule, stages, due_on, silence, scope,
        is_reminded, closed_by, closed_session_id, closed_ip, created_at, ended_at)
      select ${id}, ${name}, ${state}, ${admin}, ${newId()}, '', ${isOver ? 'people' : 'owners'}, 1, current_date + ${dueInDays}::int, 'keep', ${scope}::jsonb,
        ${isOver}, ${isOver ? admin : null}, ${isOver ? newId() : null}, ${isOver ? '' : null}, ${at.toISOString()}::timestamptz,
        case when ${isOver} then ${at.toISOString()}::timestamptz + interval '11 days' end`)
    await tx.execute(writeLines(id, applicationId, isOver, at))
    await tx.execute(sql`
      insert into access_reviewers (line_id, stage, user_id, review_id, basis)
      select l.id, 1, u.id, l.review_id, ${isOver ? 'named' : 'owner'} from access_review_lines l join users u on ${isOver}::boolean and u.email = ${REVIEWER}
        or not ${isOver}::boolean and u.id in (select o.user_id from application_owners o where o.application_id = l.application_id)
      where l.review_id = ${id} and l.user_id <> u.id`)
  }
}

/** Of a completed review every line is kept; of the running one each third. What was used last is read from the audit. */
const writeLines = (id: string, applicationId: string | undefined, isOver: boolean, at: Date) => sql`
  insert into access_review_lines (id, review_id, place, assignment_id, user_id, application_id, client_id, role, assigned_at,
    evidence, flags, decided_stage, decision, decided_by, decided_at, outcome, settled_at)
  select gen_random_uuid(), ${id}, place, s.id, s.user_id, s.application_id, s.client_id, s.role, s.created_at,
    jsonb_build_object('assignedBy', 'unknown', 'administrator', '', 'reason', '', 'lastUsedAt', s.used_at,
      'conflicts', '[]'::jsonb, 'authority', null, 'portalRole', ''),
    s.flags, is_decided::int, case when is_decided then 'keep' end, case when is_decided then reviewer.id end,
    case when is_decided then ${at.toISOString()}::timestamptz + interval '1 day' end,
    case when ${isOver} then 'kept' end, case when ${isOver} then ${at.toISOString()}::timestamptz + interval '11 days' end
  from (
    select found.*, row_number() over (order by cardinality(flags) = 0, person, id) as place,
      ${isOver} or cardinality(flags) = 0 and row_number() over (order by person, id) % 3 = 0 as is_decided
    from (
      select g.*, ${raw(fullNameIn('u'))} as person, used.at as used_at,
        case when u.is_active then '{}'::text[] else array['inactive'] end as flags
      from assignments g join users u on u.id = g.user_id and u.deleted_at is null and u.email <> ${REVIEWER}
        left join lateral (
          select e.at from audit_events e where e.actor_id = g.user_id and e.subject_id = g.application_id
            and e.event in ('launch.granted', 'oidc.signed-in') order by e.number desc limit 1) used on true
      where g.application_id = ${applicationId}) found) s
    join users reviewer on reviewer.email = ${REVIEWER}`
