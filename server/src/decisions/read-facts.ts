import { isUuid } from '@gatehouse/contract/uuid.ts'
import { isActive } from '../access/launch-rule.ts'
import { SUBJECT_RULE, type SubjectRule, subjectOf } from '../access/subject.ts'
import type { Facts } from '../approvals/decide.ts'
import type { KeptApart } from '../approvals/separation.ts'
import type { StandIn } from '../approvals/stand-ins.ts'
import type { Keys } from '../crypto/keys.ts'
import type { Executor } from '../db/database.ts'
import { isCurrent } from '../db/is-current.ts'
import { isPersonActive } from '../db/is-person-active.ts'
import { LENT } from './lent.ts'

/** Whom and where a question is about; `null`: no id of a person. */
export type About = { userId: string | null; client: string }

/** An application at one moment, with the facts of each question in their order. `strangers`: the ids that are nobody's. */
export type Snapshot = {
  version: number
  subject: SubjectRule
  isFirstParty: boolean
  facts: Facts[]
  strangers: string[]
}

type Row = {
  version: number
  now: number
  subject: SubjectRule
  isFirstParty: boolean
  isApplicationActive: boolean
  clientId: string | null
  isClientActive: boolean
  role: string | null
  isCurrent: boolean
  isPersonActive: boolean
  standIns: StandIn[]
  keptApart: Omit<KeptApart, 'exception'>[]
  /** The person's exceptions by rule; `null`: none. */
  exceptions: Record<string, string> | null
  /** In the first row. */
  strangers: string[] | null
}

/**
 * The ids of $4 that nobody has or had. Who has left stays known by the record, and when that is removed by the line in the
 * audit. The list is a subquery, so that the planner never looks into it: it would plan each execution again.
 */
const STRANGERS = `array(select i.id from unnest((select $4::uuid[])) i(id)
  where not exists (select from users p where p.id = i.id)
    and not exists (select from audit_events e where e.subject_id = i.id and e.event = 'audit.person-erased'))`

/** @param asked the rows q(user_id, client_id, place), of $2 and $3 */
const textFor = (
  asked: string,
) => `select coalesce(m.version, 0)::float8 as version, extract(epoch from now())::float8 * 1000 as now, ${SUBJECT_RULE} as subject, a.is_first_party as "isFirstParty",
    (${isActive('a')}) as "isApplicationActive", c.id as "clientId", coalesce(${isActive('c')}, false) as "isClientActive",
    s.role, (${isCurrent('s')}) as "isCurrent", coalesce(${isPersonActive('u')}, false) as "isPersonActive",
    (select coalesce(json_agg(json_build_object('id', t.id, 'lender', l.id, 'firstName', l.first_name, 'lastName', l.last_name,
        'role', t.role, 'pages', t.page_ids, 'upTo', t.up_to, 'regions', case when t.all_regions then '"All"' else to_json(t.regions) end)
        order by t.id), '[]')
      from ${LENT} where t.stand_in_id = q.user_id and t.application_id = a.id and ls.client_id = q.client_id) as "standIns", kept.apart as "keptApart",
    (select json_object_agg(e.rule_id, e.id) from conflict_exceptions e
      where e.user_id = q.user_id and e.ended_at is null and e.valid_until > now()) as exceptions,
    case when q.place = 1 then ${STRANGERS} end as strangers
  from applications a left join approval_matrices m on m.application_id = a.id
    cross join ${asked}
    cross join (
      select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'effect', k.effect, 'roles',
        array(select lower(role) from unnest(k.roles) role), 'duties', k.duties) order by lower(k.name)), '[]') as apart
      from role_conflicts k where k.application_id = $1 and k.deleted_at is null) kept
    left join clients c on c.id = q.client_id and c.deleted_at is null
    left join (assignments s join users u on u.id = s.user_id and u.deleted_at is null)
      on s.user_id = q.user_id and s.application_id = a.id and s.client_id = q.client_id
  where a.id = $1 and a.deleted_at is null order by q.place`

/**
 * For one question without lists: the planner does not know how long a list is going to be, so it would plan the statement again
 * at each execution, which costs more than the execution.
 */
const OF_ONE = textFor('(values ($2::uuid, $3::uuid, 1)) q(user_id, client_id, place)')
const OF_MANY = textFor('unnest($2::uuid[], $3::uuid[]) with ordinality q(user_id, client_id, place)')

/**
 * What the database says about these people and clients, and the version of the matrix, in one statement.
 *
 * @param involved people whose existence is asked for
 */
export async function readFacts(
  on: Executor,
  applicationId: string,
  about: readonly About[],
  involved: readonly string[] = [],
): Promise<Snapshot | null> {
  const users = about.map(({ userId }) => userId)
  const clients = about.map(({ client }) => uuidOf(client))
  const { rows } = await on.execute<Row>(
    about.length === 1
      ? {
          name: 'read-approval-fact',
          text: OF_ONE,
          values: [applicationId, users[0], clients[0], involved],
          isLookUp: true,
        }
      : { name: 'read-approval-facts', text: OF_MANY, values: [applicationId, users, clients, involved] },
  )
  const [first] = rows
  if (first === undefined) return null
  const { version, subject, isFirstParty } = first
  return { version, subject, isFirstParty, facts: rows.map(toFacts), strangers: first.strangers ?? [] }
}

const toFacts = (row: Row): Facts => ({
  now: row.now,
  isApplicationActive: row.isApplicationActive,
  client: row.clientId === null ? null : { id: row.clientId, isActive: row.isClientActive },
  person: row.role === null ? null : { isActive: row.isPersonActive, isCurrent: row.isCurrent, role: row.role },
  standIns: row.standIns,
  keptApart: row.keptApart.map((rule) => ({ ...rule, exception: row.exceptions?.[rule.id] ?? null })),
})

/** Facts with the ids by which an application knows the lenders; their names only where it may know them. */
export function inIdsOfApplication(
  keys: Pick<Keys, 'subject'>,
  { subject }: Pick<Snapshot, 'subject'>,
  facts: Facts,
  isNamed: boolean,
): Facts {
  if (facts.standIns.length === 0) return facts
  const standIns = facts.standIns.map((standIn) => ({
    ...standIn,
    lender: subjectOf(keys.subject, subject, standIn.lender),
    ...(!isNamed && { firstName: '', lastName: '' }),
  }))
  return { ...facts, standIns }
}

function uuidOf(sent: string): string | null {
  const id = sent.trim().toLowerCase()
  return isUuid(id) ? id : null
}
