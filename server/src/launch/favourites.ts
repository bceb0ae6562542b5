import { fullName } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import { EXISTING_ASSIGNMENTS, HAS_ADDRESS, OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type CountDeps, countAttempt } from '../counting/count-attempt.ts'
import type { Db, Tx } from '../db/database.ts'
import { isOver } from '../db/is-current.ts'
import { AppError } from '../errors.ts'
import { actingDetail, ownLimit, ownLine, type Person } from '../identity/actor.ts'

type Favourite = { applicationId: string; isFavourite: boolean }

/**
 * Marks an application as a favourite of its person, or takes the mark away. What people do themselves is not in the audit; what an
 * administrator does while acting for them is, and has a limit (ADR 0133).
 *
 * @throws AppError application_not_assigned, or application_closed or application_ended when an assigned one has no tile; too_many_attempts
 */
export async function changeFavourite(
  deps: CountDeps,
  person: Person,
  ip: string,
  favourite: Favourite,
): Promise<void> {
  const { db } = deps
  const { applicationId, isFavourite } = favourite
  const change = isFavourite ? addFavourite : removeFavourite
  if (person.acting === null) {
    await change(db, person.userId, applicationId)
    return
  }
  await countAttempt(deps, [{ bucket: 'preference-changes', of: person.userId }], ownLimit(person))
  await db.transaction(async (tx) => {
    if (!(await change(tx, person.userId, applicationId))) return
    const { rows } = await tx.execute<{ name: string }>(sql`select name from applications where id = ${applicationId}`)
    const name = rows[0]?.name ?? null
    const changes = [{ field: 'favourite', before: isFavourite ? null : name, after: isFavourite ? name : null }]
    const detail = { name: fullName(person.user), changes, ...actingDetail(person) }
    await recordAudit(tx, { event: 'users.favourite-changed', ...ownLine(person), ip, detail })
  })
}

/**
 * An application that is not assigned is refused with the same words, whether or not it exists.
 *
 * @returns whether it was none before
 */
async function addFavourite(db: Db | Tx, userId: string, applicationId: string): Promise<boolean> {
  const { rows } = await db.execute<{ hasTile: boolean; isAssigned: boolean; isOver: boolean; isNew: boolean }>(sql`
    with tile as (
      select s.user_id, s.application_id from ${raw(OPEN_ASSIGNMENTS)}
      where ${raw(HAS_ADDRESS)} and s.user_id = ${userId} and s.application_id = ${applicationId} limit 1),
    marked as (
      insert into favourites (user_id, application_id) select user_id, application_id from tile on conflict do nothing
      returning application_id)
    select exists (select 1 from tile) as "hasTile", exists (select 1 from marked) as "isNew",
      assigned.*
    from (select count(*) > 0 as "isAssigned", coalesce(bool_and(${raw(isOver('s'))}), false) as "isOver"
      from ${raw(EXISTING_ASSIGNMENTS)} where s.user_id = ${userId} and s.application_id = ${applicationId}) assigned`)
  const [row] = rows
  if (row?.isOver) throw new AppError('application_ended')
  if (!row?.hasTile) throw new AppError(row?.isAssigned ? 'application_closed' : 'application_not_assigned')
  return row.isNew
}

/** Also from an application that no longer has a tile. @returns whether it was one before */
async function removeFavourite(db: Db | Tx, userId: string, applicationId: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`delete from favourites where user_id = ${userId} and application_id = ${applicationId}`,
  )
  return rowCount === 1
}
