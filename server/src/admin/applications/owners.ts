import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import { requireMayGiveAccess } from '../engine/guard/gives-access.ts'
import { requireMayTouch } from '../engine/guard/guard.ts'
import { lockPeople } from '../engine/guard/people.ts'
import { type Author, readsPeople } from '../engine/store.ts'

/** SQL: the email addresses of the owners of the application `t`, without those of deleted people. */
export const OWNERS = `array(
  select u.email from application_owners o join users u on u.id = o.user_id and u.deleted_at is null
  where o.application_id = t.id order by lower(u.email))`

/**
 * Makes these people the owners of an application that the transaction has locked. An owner decides who gets it, as far as the guard
 * lets them: so whoever changes that must be allowed to assign applications, and is judged about each person who becomes an
 * owner or no longer is one as about an assignment. Deleted owners stay, for the day they are restored.
 *
 * @param emails left out: they stay the same. Those of a caller who may not read people only add to the owners, whom such a caller does not see
 * @throws AppError not_allowed without `users:write`; invalid_request for an address that nobody has; above_you, not_yourself
 */
export async function setOwners(
  tx: Tx,
  by: Author,
  applicationId: string,
  emails: string[] | undefined,
): Promise<void> {
  if (emails === undefined) return
  const { wanted, missing } = await findPeople(tx, emails)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from application_owners o join users u on u.id = o.user_id and u.deleted_at is null
    where o.application_id = ${applicationId} order by u.id`)
  const present = rows.map(({ id }) => id)
  const added = wanted.filter((id) => !present.includes(id))
  const isComplete = by.person.userId === null || readsPeople(by.person)
  const removed = isComplete ? present.filter((id) => !wanted.includes(id)) : []
  if (added.length + removed.length + missing.length === 0) return
  // Before it is said which address nobody has.
  requireMayGiveAccess(by, MAY_NOT_CHOOSE)
  if (missing.length > 0)
    throw new AppError('invalid_request', { msg: `${NOBODY} ${missing.join(', ')}`, data: { reason: NOBODY, missing } })
  for (const id of [...added, ...removed].sort()) await requireMayTouchOwner(tx, by, id)
  await tx.execute(sql`
    with gone as (
      delete from application_owners where application_id = ${applicationId} and user_id = any(${removed}::uuid[]))
    insert into application_owners (application_id, user_id) select ${applicationId}, unnest(${added}::uuid[])`)
}

/** Locks the people who become owners of an application, or are no longer, in the order of their ids. */
export async function lockOwners(tx: Tx, applicationId: string, emails: string[] | undefined): Promise<void> {
  if (emails === undefined) return
  const { wanted } = await findPeople(tx, emails)
  const changing = sql`
    with present as (select user_id as id from application_owners where application_id = ${applicationId}),
    wanted as (select unnest(${wanted}::uuid[]) as id)
    (table present except table wanted) union (table wanted except table present)`
  await lockPeople(tx, changing)
}

/** Locks everybody who owns an application, or has one of these addresses: for a change of many applications at once. */
export async function lockEveryOwner(tx: Tx, emails: string[]): Promise<void> {
  const { wanted } = await findPeople(tx, emails)
  await lockPeople(tx, sql`select user_id from application_owners union select unnest(${wanted}::uuid[])`)
}

const NOBODY = 'Nobody has this email address:'
const MAY_NOT_CHOOSE = 'Owners give access. To choose them you also need users:write.'

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

async function requireMayTouchOwner(tx: Tx, { person }: Author, id: string): Promise<void> {
  if (person.userId !== null) await requireMayTouch(tx, person, 'assignment', id)
}
