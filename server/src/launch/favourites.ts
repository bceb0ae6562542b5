import sql, { raw } from 'sql-template-tag'
import { HAS_ADDRESS, OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'

/**
 * Marks an application for its person. One that has no tile is refused in the same words, whether or not it exists.
 *
 * @throws AppError application_not_assigned
 */
export async function addFavourite(db: Db, userId: string, applicationId: string): Promise<void> {
  const { rows } = await db.execute<{ isAssigned: boolean }>(sql`
    with tile as (
      select s.user_id, s.application_id from ${raw(OPEN_ASSIGNMENTS)}
      where ${raw(HAS_ADDRESS)} and s.user_id = ${userId} and s.application_id = ${applicationId} limit 1),
    marked as (
      insert into favourites (user_id, application_id) select user_id, application_id from tile on conflict do nothing)
    select exists (select 1 from tile) as "isAssigned"`)
  if (!rows[0]?.isAssigned) throw new AppError('application_not_assigned')
}

/** Takes the mark away, from an application too that has no tile any more. */
export async function removeFavourite(db: Db, userId: string, applicationId: string): Promise<void> {
  await db.execute(sql`delete from favourites where user_id = ${userId} and application_id = ${applicationId}`)
}
