import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { likeStart } from '../engine/list.ts'
import type { Option, OptionQuery } from '../engine/options.ts'
import { matchesAnyPart } from './find/any-part.ts'

/** Ranks the first 500 matches only. */
const RANKED = 500

/** Active people whose name, email or user name contains the words, or whose phone number matches. */
export async function findPeople(db: Db, { search, id }: OptionQuery, limit: number): Promise<Option[]> {
  if (id !== undefined) return select(db, sql`t.id = ${id}`)
  if (!search) return select(db, sql`t.is_active order by lower(t.first_name), t.id limit ${limit}`)
  const found = sql`
    select * from users t where t.deleted_at is null and t.is_active and (${matchesAnyPart(search)}) limit ${RANKED}`
  const { rows } = await db.execute<Option>(sql`
    select id as "_id", ${raw(fullNameIn('t'))} as name, email as detail from (${found}) t
    order by first_name || ' ' || last_name ilike ${likeStart(search)} desc, email ilike ${likeStart(search)} desc,
      lower(first_name), lower(last_name), id limit ${limit}`)
  return rows
}

async function select(db: Db, which: Sql): Promise<Option[]> {
  const { rows } = await db.execute<Option>(sql`
    select t.id as "_id", ${raw(fullNameIn('t'))} as name, t.email as detail from users t
    where t.deleted_at is null and ${which}`)
  return rows
}
