import { DEFAULT_PAGE_SIZE, type ListQuery, type Page } from '@gatehouse/contract/paging.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { countRows, listPage, readFound, whereOf } from '../engine/list.ts'
import { usersSource } from './list.ts'
import type { UserRow } from './store.ts'

/**
 * A page of people by the name of their first assigned application, with people without one at the end. Sorting a million
 * people by another table takes seconds. For large lists, this reads the applications in their order
 * instead, each for at most the people of one page.
 */
export async function listByApplication(db: Db, query: ListQuery, filter: Sql): Promise<Page<UserRow>> {
  const where = whereOf(usersSource, query, filter)
  const counted = await countRows(db, where)
  if (!counted.isEstimate) return listPage<UserRow>(db, usersSource, query, filter)

  const { page = 0, pageSize = DEFAULT_PAGE_SIZE, order = 'asc' } = query
  const fromEnd = page < 0
  const offset = (fromEnd ? -page - 1 : page) * pageSize
  const isBackwards = (order === 'desc') !== fromEnd
  const direction = raw(isBackwards ? 'desc' : 'asc')
  const others = (limit: number, skip: number) => sql`
    select t.id ${where} and t.first_application_id is null order by t.id ${direction} limit ${limit} offset ${skip}`
  const assigned = (limit: number, skip: number) => sql`
    select person.id from (
      select id, lower(name) as key from applications where deleted_at is null order by lower(name) ${direction}
    ) as application cross join lateral (
      select t.id ${where} and t.first_application_id = application.id order by t.id ${direction} limit ${limit + skip}
    ) as person
    order by application.key ${direction}, person.id ${direction} limit ${limit} offset ${skip}`
  const [first, second] = isBackwards ? [others, assigned] : [assigned, others]

  const begun = await readFound<UserRow>(db, usersSource, first(pageSize, offset))
  if (begun.length === pageSize) return { rows: fromEnd ? begun.reverse() : begun, ...counted }
  // The people with applications end on this page or before it, so their number is now known.
  const { rows } = await db.execute(first(offset + pageSize, 0))
  const rest = await readFound<UserRow>(
    db,
    usersSource,
    second(pageSize - begun.length, Math.max(0, offset - rows.length)),
  )
  const both = [...begun, ...rest]
  return { rows: fromEnd ? both.reverse() : both, ...counted }
}
