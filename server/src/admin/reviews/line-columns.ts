import { nameOfActor } from '../../audit/actor-names.ts'
import { fullNameIn } from '../../db/full-name.ts'

/** A line `l` as `reviewLineShape` of the contract, with its person `u`, application `a` and client `c`. */
export const LINE_COLUMNS = `l.id as "_id",
  json_build_object('_id', u.id, 'name', ${fullNameIn('u')}, 'email', u.email,
    'isActive', u.is_active and u.deleted_at is null) as person,
  json_build_object('_id', a.id, 'name', a.name) as application, json_build_object('_id', c.id, 'name', c.display_name) as client,
  l.role, l.assigned_at as "assignedAt", l.valid_from as "validFrom", l.valid_until as "validUntil", l.evidence, l.flags,
  l.decision, l.last_day::text as "lastDay", l.comment, ${nameOfActor('l.decided_by')} as "decidedBy",
  l.decided_at as "decidedAt", l.is_hasty as "isHasty",
  case when l.first is not null then json_build_object('decision', l.first->>'decision', 'lastDay', l.first->>'lastDay',
    'comment', l.first->>'comment', 'decidedBy', ${nameOfActor("(l.first->>'by')::uuid")}) end as first`

export const LINE_TABLES = `join users u on u.id = l.user_id join applications a on a.id = l.application_id
  join clients c on c.id = l.client_id`
