import sql, { raw } from 'sql-template-tag'
import { EXISTING_ASSIGNMENTS, HAS_ADDRESS, OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'

/**
 * Marks an application as a favourite of its person. An application that is not assigned is refused with the same words,
 * whether or not it exists.
 *
 * @throws AppError application_not_assigned, or application_closed when an assigned one has no tile
 */
export async function addFavourite(db: Db, userId: string, applicationId: string): Promise<void> {
  const { rows } = await db.execute<{ hasTile: boolean; isAssigned: boolean }>(sql`
    with tile as (
      select s.user_id, s.application_id from ${raw(OPEN_ASSIGNMENTS)}
      where ${raw(HAS_ADDRESS)} and s.user_id = ${userId} and s.application_id = ${applicationId} limit 1),
    marked as (
      insert into favourites (user_id, application_id) select user_id, application_id from tile on conflict do nothing)
    select exists (select 1 from tile) as "hasTile",
      exists (select 1 from ${raw(EXISTING_ASSIGNMENTS)}
        where s.user_id = ${userId} and s.application_id = ${applicationId}) as "isAssigned"`)
  if (!rows[0]?.hasTile) throw new AppError(rows[0]?.isAssigned ? 'application_closed' : 'application_not_assigned')
}

/** Removes the mark, also from an application that no longer has a tile. */
export async function removeFavourite(db: Db, userId: string, applicationId: string): Promise<void> {
  await db.execute(sql`delete from favourites where user_id = ${userId} and application_id = ${applicationId}`)
}
