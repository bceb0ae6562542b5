import { dutyInWords } from '@gatehouse/contract/admin/approvals/conflict-duties.ts'
import { CONFLICT_ASKS, CONFLICT_REFUSAL } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { NEEDS_REASON } from '@gatehouse/contract/envelope.ts'
import sql, { raw } from 'sql-template-tag'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { AppError } from '../../../errors.ts'
import { auditBy } from '../../engine/changes.ts'
import { type Author, type By, readsPeople } from '../../engine/store.ts'

/** A person who would break a rule. */
export type Refusal = {
  ruleId: string
  name: string
  effect: 'prevent' | 'ask'
  roles: string[]
  duties: string[]
  userId: string
  /** `null` where the rule is about all clients together. */
  clientId: string | null
}

/** A change by somebody who has said why. */
type ByWithReason = By & { reason: string; person: { userId: string } }

/**
 * Refuses a change for the rules that prevent it, and for those that ask for a reason when there is none. A reason is stored for each
 * person who breaks a rule by the change.
 *
 * @param holderId whose assignment it is, or who lends
 * @throws AppError invalid_request with the rules
 */
export async function refuseOrKeepReason(
  tx: Tx,
  by: Author,
  refusals: readonly Refusal[],
  holderId: string | null = null,
): Promise<void> {
  const preventing = refusals.filter(({ effect }) => effect === 'prevent')
  if (preventing.length > 0)
    throw refusal(CONFLICT_REFUSAL, preventing, await whomItConcerns(tx, by, preventing, holderId))
  if (refusals.length === 0) return
  const mayGive = mayGiveReason(by, [...refusals.map(({ userId }) => userId), holderId])
  if (!mayGive || !hasReason(by)) {
    const people = await whomItConcerns(tx, by, refusals, holderId)
    throw refusal(CONFLICT_ASKS, refusals, { ...people, ...(mayGive && { needs: NEEDS_REASON }) })
  }
  await keepReason(tx, by, refusals)
}

/**
 * An administrator, for others: nobody answers for what they themselves get or lend, as nobody excepts themselves (ADR 0114). A program
 * answers for nothing, and could do it for its owner.
 */
function mayGiveReason({ person }: Author, concerned: readonly (string | null)[]): boolean {
  const isPerson = person.userId !== null && person.kind === 'person'
  const { permissions } = person
  const isAdministrator = permissions.includes('users:write') || permissions.includes('approvals:write')
  return isPerson && isAdministrator && !concerned.includes(person.userId)
}

const hasReason = (by: Author): by is ByWithReason => by.reason !== undefined && by.person.userId !== null

async function keepReason(tx: Tx, by: ByWithReason, refusals: readonly Refusal[]): Promise<void> {
  const conflicts = [...new Map(refusals.map((one) => [`${one.ruleId} ${one.userId} ${one.clientId}`, one])).values()]
  const [ids, rules, people, clients] = [
    conflicts.map(() => newId()),
    conflicts.map(({ ruleId }) => ruleId),
    conflicts.map(({ userId }) => userId),
    conflicts.map(({ clientId }) => clientId),
  ]
  await tx.execute(sql`
    insert into conflict_reasons (id, rule_id, user_id, client_id, reason, given_by)
    select id, rule_id, user_id, client_id, ${by.reason}, ${by.person.userId}
    from unnest(${ids}::uuid[], ${rules}::uuid[], ${people}::uuid[], ${clients}::uuid[]) given(id, rule_id, user_id, client_id)`)
  const reason = { field: 'reason', before: null, after: by.reason }
  const { rows } = await tx.execute<{
    ruleId: string
    rule: string
    applicationId: string
    userId: string
    person: string
    clientId: string | null
    clients: string | null
    count: number
  }>(sql`
    select c.id as "ruleId", c.name || ' · ' || a.name as rule, a.id as "applicationId", min(u.id::text) as "userId",
      min(${raw(fullNameIn('u'))}) as person, count(distinct u.id)::int as count,
      case when count(distinct l.id) = 1 then min(l.id::text) end as "clientId",
      string_agg(distinct l.display_name, ', ' order by l.display_name) as clients
    from unnest(${rules}::uuid[], ${people}::uuid[], ${clients}::uuid[]) given(rule_id, user_id, client_id)
      left join clients l on l.id = given.client_id join role_conflicts c on c.id = given.rule_id
      join applications a on a.id = c.application_id join users u on u.id = given.user_id
    group by c.id, a.id order by c.name, c.id`)
  // Of a change of the matrix that concerns many, one line says how many; the list of what people hold names them.
  for (const { ruleId, rule, applicationId, userId, person, clientId, clients, count } of rows) {
    const of = clients === null ? [] : [{ field: 'client', before: null, after: clients }]
    const place = { applicationId, ...(clientId !== null && { clientId }) }
    await (count === 1
      ? auditBy(tx, by, 'users.conflict-reason-given', userId, {
          ...{ name: person, ...place, ruleId },
          changes: [{ field: 'rule', before: null, after: rule }, ...of, reason],
        })
      : auditBy(tx, by, 'roleConflicts.reason-given', ruleId, {
          ...{ name: rule, ...place, people: count },
          changes: [...of, reason],
        }))
  }
}

/** People who are named in a refusal. */
const NAMED_MAX = 3

type Concerned = { people?: { count: number; names: string[] } }

/** Of a change of roles or of the matrix: how many people would break a rule, and the first of them, for who may read people. */
async function whomItConcerns(
  tx: Tx,
  by: Author,
  refusals: readonly Refusal[],
  holderId: string | null,
): Promise<Concerned> {
  // Of an assignment, or of what is lent, whoever does it has named the person.
  if (holderId !== null) return {}
  const ids = [...new Set(refusals.map(({ userId }) => userId))]
  if (!readsPeople(by.person)) return { people: { count: ids.length, names: [] } }
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${raw(fullNameIn('u'))} as name from users u where u.id = any(${ids}::uuid[]) order by lower(${raw(fullNameIn('u'))}), u.id
    limit ${NAMED_MAX}`)
  return { people: { count: ids.length, names: rows.map(({ name }) => name) } }
}

function refusal(reason: string, refusals: readonly Refusal[], data: Concerned & { needs?: string }): AppError {
  const inWords = refusals.map(({ name, roles, duties }) => {
    const parts = [...roles, ...duties.map((duty) => dutyInWords(duty))]
    return `${name} (${parts.join(', ')})`
  })
  const missing = [...new Set(inWords)]
  const { people } = data
  const named = people !== undefined && people.names.length > 0 ? `: ${people.names.join(', ')}` : ''
  const concerned = people === undefined ? '' : `. People concerned (${people.count})${named}`
  const msg = `${reason} ${missing.join('; ')}${concerned}`
  return new AppError('invalid_request', { msg, data: { reason, missing, ...data } })
}
