/**
 * SQL that follows other tables of a `from`: the row of a table that is not deleted, by its id, as `alias`. Unlike a join it is always
 * looked up by its id: before the database has statistics, it would go through all rows of an application for each.
 *
 * @param id the column of a table before it
 */
export const lookUpLive = (table: string, alias: string, id: string) =>
  `cross join lateral (select * from ${table} z where z.id = ${id} and z.deleted_at is null offset 0) ${alias}`
