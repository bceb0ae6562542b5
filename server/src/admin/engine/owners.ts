import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { OWNER_TABLES, type OwnersTable } from '../../db/owner-tables.ts'
import { AppError } from '../../errors.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import { lockPeople } from './guard/people.ts'
import { type Author, readsPeople } from './store.ts'

/** Who may choose owners. */
type Rules = {
  table: OwnersTable
  /** Judges the author before it is said which address nobody has. @throws AppError not_allowed */
  requireMayChoose: (by: Author) => void
  /** Judges the author about each person who becomes an owner or no longer is one. */
  requireMayTouch?: (tx: Tx, by: Author, userId: string) => Promise<void>
}

type Emails = string[] | undefined

/** SQL: the email addresses of the owners of the record `t`, without those of deleted people. */
export const ownersOf = (table: OwnersTable): string => `array(
  select u.email from ${table} o join users u on u.id = o.user_id and u.deleted_at is null
  where o.${OWNER_TABLES[table].column} = t.id order by lower(u.email))`

/**
 * Makes these people the owners of a record that the transaction has locked. Deleted owners stay, for the day they are restored.
 *
 * @param emails left out: they stay the same. Those of a caller who may not read people only add to the owners, whom such a caller does not see
 * @throws AppError not_allowed, also for owners as they are from a caller who does not see them; invalid_request for an address that
 *   nobody has; what `requireMayTouch` throws
 */
export async function setOwners(
  tx: Tx,
  by: Author,
  { table, ...rules }: Rules,
  id: string,
  emails: Emails,
): Promise<void> {
  if (emails === undefined) return
  const isComplete = by.person.userId === null || readsPeople(by.person)
  // Before anything is looked up: what the answer depends on would say who is an owner.
  if (!isComplete && emails.length > 0) rules.requireMayChoose(by)
  const [owners, record] = [raw(table), raw(OWNER_TABLES[table].column)]
  const { wanted, missing } = await findPeople(tx, emails)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from ${owners} o join users u on u.id = o.user_id and u.deleted_at is null
    where o.${record} = ${id} order by u.id`)
  const present = rows.map((row) => row.id)
  const added = wanted.filter((one) => !present.includes(one))
  const removed = isComplete ? present.filter((one) => !wanted.includes(one)) : []
  if (added.length + removed.length + missing.length === 0) return
  rules.requireMayChoose(by)
  if (missing.length > 0)
    throw new AppError('invalid_request', { msg: `${NOBODY} ${missing.join(', ')}`, data: { reason: NOBODY, missing } })
  for (const one of [...added, ...removed].sort()) await rules.requireMayTouch?.(tx, by, one)
  await tx.execute(sql`
    with gone as (delete from ${owners} where ${record} = ${id} and user_id = any(${removed}::uuid[]))
    insert into ${owners} (${record}, user_id) select ${id}, unnest(${added}::uuid[])`)
}

/** Locks the people who become owners of a record, or are no longer, in the order of their ids. */
export async function lockOwners(tx: Tx, table: OwnersTable, id: string, emails: Emails): Promise<void> {
  if (emails === undefined) return
  const { wanted } = await findPeople(tx, emails)
  const changing = sql`
    with present as (select user_id as id from ${raw(table)} where ${raw(OWNER_TABLES[table].column)} = ${id}),
    wanted as (select unnest(${wanted}::uuid[]) as id)
    (table present except table wanted) union (table wanted except table present)`
  await lockPeople(tx, changing)
}

/** Locks the people with these addresses: for a change of many records at once. */
export async function lockPeopleNamed(tx: Tx, emails: string[]): Promise<void> {
  if (emails.length === 0) return
  const { wanted } = await findPeople(tx, emails)
  await lockPeople(tx, sql`select unnest(${wanted}::uuid[])`)
}

const NOBODY = 'Nobody has this email address:'

async function findPeople(tx: Tx, emails: string[]): Promise<{ wanted: string[]; missing: string[] }> {
  const { rows } = await tx.execute<{ email: string; id: string | null }>(sql`
    select asked.email, u.id from unnest(${[...new Set(emails.map(normaliseIdentifier))]}::text[]) asked(email)
      left join user_identifiers i on i.value = asked.email and i.kind = 'email'
      left join users u on u.id = i.user_id and u.deleted_at is null`)
  return {
    wanted: rows.flatMap(({ id }) => id ?? []),
    missing: rows.filter(({ id }) => id === null).map(({ email }) => email),
  }
}
