import { phonePart } from '@gatehouse/contract/phone.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { likePart, likeStart } from '../engine/list.ts'
import type { Option, OptionQuery } from '../engine/options.ts'
import { indexedColumn } from './list.ts'

const PHONE = indexedColumn('phone_number')
/** Shorter ones are rather a part of an address. */
const PART_OF_NUMBER = /^\d{5,10}$/
const SOUGHT = ['first_name', 'last_name', 'email'].map(indexedColumn)

/** So many are looked at to put the best ones first: of a part that thousands have, any are as good as others. */
const RANKED = 500

/**
 * Active people to pick from, by a part of their number, or by words: each is a part of the first name, the last name
 * or the email. The longest one goes through the indexes of migration 0004, and leaves few enough to look at for the others.
 */
export async function findPeople(db: Db, { search, id }: OptionQuery, limit: number): Promise<Option[]> {
  if (id !== undefined) return select(db, sql`t.id = ${id}`)
  if (!search) return select(db, sql`t.is_active order by lower(t.first_name), t.id limit ${limit}`)
  const byPhone = await findByPhone(db, phonePart(search), limit)
  if (byPhone.length > 0) return byPhone
  const [longest, ...others] = search.split(/\s+/).sort((a, b) => b.length - a.length)
  const found = sql`select * from users t where t.deleted_at is null and t.is_active
    and (${join(
      SOUGHT.map(({ matches }) => matches(longest ?? '')),
      ' or ',
    )})
    ${join([empty, ...others.map(holds)], ' ')} limit ${RANKED}`
  const { rows } = await db.execute<Option>(sql`
    select id as "_id", first_name || ' ' || last_name as name, email as detail from (${found}) t
    order by first_name || ' ' || last_name ilike ${likeStart(search)} desc, email ilike ${likeStart(search)} desc,
      lower(first_name), lower(last_name), id limit ${limit}`)
  return rows
}

async function findByPhone(db: Db, part: string, limit: number): Promise<Option[]> {
  if (!PART_OF_NUMBER.test(part)) return []
  return select(db, sql`t.is_active and ${PHONE.matches(part)} order by lower(t.first_name), t.id limit ${limit}`)
}

async function select(db: Db, which: Sql): Promise<Option[]> {
  const { rows } = await db.execute<Option>(sql`
    select t.id as "_id", t.first_name || ' ' || t.last_name as name, t.email as detail from users t
    where t.deleted_at is null and ${which}`)
  return rows
}

const holds = (word: string) =>
  sql`and (t.first_name ilike ${likePart(word)} or t.last_name ilike ${likePart(word)} or t.email ilike ${likePart(word)})`
