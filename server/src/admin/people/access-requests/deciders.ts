import sql, { raw, type Sql } from 'sql-template-tag'
import { CHOSEN_CONTACTS, DECIDING_CONTACTS } from '../../../access/decides-requests.ts'
import { isActive } from '../../../access/launch-rule.ts'
import type { Tx } from '../../../db/database.ts'
import { isPersonActive } from '../../../db/is-person-active.ts'
import { lentIn } from '../../../decisions/lent.ts'
import { peopleOfWantedRole } from '../../../decisions/people-of-roles.ts'
import { administratorsWith } from '../../../notifications/administrators.ts'
import { asTable, type MatrixSteps, readMatrixSteps, type WithMatrices } from './matrix-steps.ts'

/**
 * SQL: whether an account may decide about the request `r`: it has not asked itself, nor while acting for the person (ADR 0133), and
 * lacks no permission of the person who has. The guard would refuse it.
 */
const mayDecide = (w: string) => `${w}.id <> r.user_id and ${w}.id is distinct from r.requested_by and not exists (
  select from users k join roles l on l.id = k.role_id and l.deleted_at is null join role_permissions rp on rp.role_id = l.id
  where k.id = r.user_id and rp.permission_id not in (
    select held.permission_id from role_permissions held where held.role_id = ${w}.role_id))`

const ofClient = (contacts: string) =>
  `${contacts} and a.request_rule = 'contacts' and p.client_id = r.client_id and ${mayDecide('w')}`

const CONTACTS = raw(ofClient(DECIDING_CONTACTS))

/**
 * Owners decide by their rule, or where the other rule names nobody. They do not where it does not answer because something is
 * blocked, which an owner may have done.
 */
const OWNERS_DECIDE = raw(
  `(a.request_rule = 'owners' or ${isActive('a')} and not exists (select from ${ofClient(CHOSEN_CONTACTS)}))`,
)

const OWNERS = raw(`application_owners o join users w on w.id = o.user_id and ${isPersonActive('w')}
  where o.application_id = r.application_id and ${mayDecide('w')}`)

/** Where a request has no amount and no region. */
const PLACE = {
  applicationId: raw('r.application_id'),
  clientId: raw('r.client_id'),
  pageId: raw('wanted.page'),
  at: { amount: 0, region: null },
}

/** The people who may approve the step that waits, by a role of their own or one that is lent to them, as decisions find them. */
const approvers = (open: Sql): Sql => sql`(
  select own.id from ${open} cross join lateral (
    select u.id, u.role_id from ${peopleOfWantedRole(PLACE.applicationId, PLACE.clientId)}) own
  where wanted.request = r.id and own.id <> all(wanted.excluded) and ${raw(mayDecide('own'))}
  union select lent.id from ${open} cross join lateral (
    select u.id, u.role_id, l.id as lender from ${lentIn(PLACE)} and lower(t.role) = wanted.role) lent
  where wanted.request = r.id and lent.id <> all(wanted.excluded) and lent.lender <> all(wanted.excluded)
    and ${raw(mayDecide('lent'))})`

/**
 * SQL: who decides about the request `r` that waits for the application `a`, without administrators: by its rule the approvers of its
 * matrix or the contacts of the client that is asked for, otherwise its owners; nobody while something is blocked. Columns `id` and
 * `role`.
 *
 * @param steps of all these requests that wait where a matrix decides
 */
export const decidersBy = (steps: ReadonlyMap<string, MatrixSteps>): Sql => {
  const others = sql`select w.id, 'contacts' as role from ${CONTACTS}
    union select w.id, 'owners' from ${OWNERS} and ${OWNERS_DECIDE}`
  const open = [...steps.values()].flatMap((one) => one.open)
  // PostgreSQL takes longer to plan the search for approvers than to answer the rest.
  if (open.length === 0) return sql`(${others})`
  const found = approvers(asTable(open))
  return sql`(${others} and not exists (select from ${found} w) union select w.id, 'matrix' from ${found} w)`
}

/** SQL: who is asked about the request `r` for the application `a`; null unless it waits. */
export const askedOf = (steps: ReadonlyMap<string, MatrixSteps>): Sql => sql`case when r.state = 'waiting' then
  coalesce((select d.role from ${decidersBy(steps)} d limit 1), 'administrators') end`

/** The ids of the people who may decide about a request in the console. */
export async function decidingAdministrators(tx: Tx, requestId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select unnest(array[user_id, requested_by]) as id from access_requests where id = ${requestId}`)
  return (await administratorsWith(tx, 'users:write')).filter((each) => !rows.some(({ id }) => id === each))
}

/** The ids of the people to whom a request is sent: those who decide by its rule, or administrators where there is none. */
export async function findDeciders(deps: WithMatrices, tx: Tx, requestId: string): Promise<string[]> {
  const steps = await readMatrixSteps(deps, tx, sql`r.id = ${requestId}`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select d.id from access_requests r join applications a on a.id = r.application_id, lateral ${decidersBy(steps)} d
    where r.id = ${requestId} order by d.id`)
  return rows.length > 0 ? rows.map(({ id }) => id) : decidingAdministrators(tx, requestId)
}
