import type { RecordRow, TimeColumn } from '@gatehouse/contract/admin/engine/resource.ts'
import {
  ANY_FIELD,
  COUNTED_MAX_ROWS,
  DEFAULT_PAGE_SIZE,
  type ListQuery,
  type Page,
  UNPAGED_MAX_ROWS,
} from '@gatehouse/contract/paging.ts'
import { phonePart } from '@gatehouse/contract/phone.ts'
import type { QueryResultRow } from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../audit/actor-names.ts'
import type { Db, Executor, Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'

/** How a list is sorted and searched by one field. */
export type ListColumn = {
  /** What rows are ordered by. */
  order: string
  /** Rows that contain a text, ignoring case. */
  matches: (search: string) => Sql
}

/**
 * Where the rows of a list come from, for what the contract says of it: an expression for each field of the row, and a
 * column for each name that the list can be sorted by. The record's own table is called `t` in all of it.
 */
export type ListSource<Row = Record<string, unknown>, Query extends ListQuery = ListQuery> = {
  from: string
  /** Wire name to SQL expression. */
  select: Record<Exclude<keyof Row & string, keyof RecordRow>, string>
  columns: Record<Exclude<NonNullable<Query['sort']>, TimeColumn>, ListColumn>
  /** Rows that match a text in any field. Left out: each of its words is a part of some column. */
  matchesAny?: (search: string) => Sql
}

/** A text column, sorted and searched ignoring case. */
export function textColumn(expression: string): ListColumn {
  return { order: `lower(${expression})`, matches: (search) => contains(expression, search) }
}

/** A column of phone numbers: searched in any notation. */
export function phoneColumn(column: ListColumn): ListColumn {
  return { ...column, matches: (search) => column.matches(phonePart(search)) }
}

/** A column sorted by its own type and searched by the text that is shown. */
export function valueColumn(expression: string, shown = `${expression}::text`): ListColumn {
  return { order: expression, matches: (search) => sql`${raw(shown)} ilike ${likePart(search)}` }
}

/** Texts may be stored in any Unicode form: where a search has letters of several forms, they are compared in one. */
export const contains = (expression: string, search: string): Sql =>
  sql`${raw(/^\p{ASCII}*$/u.test(search) ? expression : `normalize(${expression})`)} ilike ${likePart(search)}`

/** The LIKE pattern for a part of a text. Wildcards in the search are escaped. */
export function likePart(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`
}

/** The pattern for the start of a text. */
export const likeStart = (search: string) => likePart(search).slice(1)

/**
 * One page, with the total. Pages from the end are read backwards, so that the last one costs what the first one does.
 *
 * @param filter SQL that begins with `and`
 */
export async function listPage<Row extends QueryResultRow>(
  db: Db,
  source: ListSource,
  query: ListQuery,
  filter: Sql = empty,
): Promise<Page<Row>> {
  const { pageSize = DEFAULT_PAGE_SIZE } = query
  const where = whereOf(source, query, filter)
  const counting = countRows(db, where)
  const page = await placeOf(query, pageSize, counting)
  const fromEnd = page < 0
  const offset = (fromEnd ? -page - 1 : page) * pageSize
  const order = orderOf(source, query, fromEnd)
  const [found, counted] = await Promise.all([
    readFound<Row>(db, source, sql`select t.id ${where} ${order} limit ${pageSize} offset ${offset}`),
    counting,
  ])
  return { rows: fromEnd ? found.reverse() : found, ...counted }
}

/** The records of a query for their ids, in its order: nothing is computed for the rows before a page. */
export async function readFound<Row extends QueryResultRow>(db: Db, source: ListSource, ids: Sql): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    with found as materialized (select id, row_number() over () as place from (${ids}) as ids)
    select ${selectOf(source)} from ${raw(source.from)} join found on found.id = t.id order by found.place`)
  return rows.map(withIsoTimes)
}

/** Of a list whose length is known, pages from the end are those of the beginning: its last one may be short. */
async function placeOf({ page = 0 }: ListQuery, pageSize: number, counting: ReturnType<typeof countRows>) {
  if (page >= 0) return page
  const { total, isEstimate } = await counting
  return isEstimate ? page : Math.max(0, Math.ceil(total / pageSize) + page)
}

/**
 * Every row, for callers that know no pages.
 *
 * @throws AppError too_many_rows beyond `UNPAGED_MAX_ROWS` (requirement G5)
 */
export async function listAll<Row extends QueryResultRow>(
  db: Db,
  source: ListSource,
  query: ListQuery,
  filter: Sql = empty,
): Promise<Row[]> {
  const { rows } = await db.execute<Row>(
    sql`select ${selectOf(source)} ${whereOf(source, query, filter)} ${orderOf(source, query)} limit ${UNPAGED_MAX_ROWS + 1}`,
  )
  if (rows.length > UNPAGED_MAX_ROWS) throw new AppError('too_many_rows')
  return rows.map(withIsoTimes)
}

/** The record of an id as the list shows it, deleted or not, or `null`. */
export async function findRecord<Row extends QueryResultRow>(
  db: Db | Tx,
  source: ListSource,
  id: string,
): Promise<Row | null> {
  const { rows } = await db.execute<Row>(sql`select ${selectOf(source)} from ${raw(source.from)} where t.id = ${id}`)
  return rows[0] ? withIsoTimes(rows[0]) : null
}

/** The same of several records, by their ids. Those that are not there are left out. */
export async function findRecords<Row extends QueryResultRow & { _id: string }>(
  tx: Tx,
  source: ListSource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await tx.execute<Row>(sql`
    select x.* from unnest(${ids}::uuid[]) asked(id)
      cross join lateral (select ${selectOf(source)} from ${raw(source.from)} where t.id = asked.id offset 0) x`)
  return new Map(rows.map((row) => [row._id, withIsoTimes(row)]))
}

/**
 * The conditions of a query, without its paging.
 *
 * @throws Error for a field that the source does not have: rows that nobody asked for would be listed, or changed
 */
export function whereOf(source: ListSource, { field, search, deleted }: ListQuery, filter: Sql): Sql {
  const { from } = source
  const found = field !== undefined && search ? sql`and (${matchesIn(source, field, search)})` : empty
  return sql`from ${raw(from)} where t.deleted_at is ${raw(deleted ? 'not null' : 'null')} ${found} ${filter}`
}

function matchesIn({ columns, matchesAny }: ListSource, field: string, search: string): Sql {
  if (field !== ANY_FIELD) return columnOf(columns, field).matches(search)
  if (matchesAny) return matchesAny(search)
  const inSomeColumn = (text: string) =>
    join(
      Object.values(columns).map(({ matches }) => matches(text)),
      ' or ',
    )
  const words = search.split(/\s+/).map((word) => sql`(${inSomeColumn(word)})`)
  // Whole, it may be a phone number with spaces.
  return sql`(${join(words, ' and ')} or ${inSomeColumn(search)})`
}

/** Beyond this even a count that stops early may have to look at a whole table. */
const COUNTED_WHEN_EXPECTED = 20_000

const TIMES: Record<string, string> = {
  createdAt: 't.id',
  updatedAt: 't.updated_at',
  deletedAt: 't.deleted_at',
} satisfies Record<TimeColumn, string>

/**
 * Newest first, of deleted records the last deleted one, unless a column is asked for; equal rows by id, so that no row is
 * on two pages.
 *
 * @throws Error for a column that the source does not have
 */
export function orderOf({ columns }: ListSource, query: ListQuery, backwards = false): Sql {
  const { sort, order } =
    query.deleted && query.sort === undefined ? { sort: 'deletedAt', order: 'desc' } : { order: 'asc', ...query }
  const column = sort === undefined ? undefined : (TIMES[sort] ?? columnOf(columns, sort).order)
  const direction = (column === undefined || order === 'desc') !== backwards ? 'desc' : 'asc'
  // Ids are in the order of their creation.
  if (column === undefined || column === 't.id') return raw(`order by t.id ${direction}`)
  return raw(`order by ${column} ${direction}, t.id ${direction}`)
}

function columnOf(columns: ListSource['columns'], name: string): ListColumn {
  const column = columns[name]
  // The contract lets no other name through: this is a fault of ours.
  if (column === undefined) throw new Error(`no list column ${name}`)
  return column
}

const RECORD = {
  _id: 't.id',
  version: 't.version',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  deletedAt: 't.deleted_at',
  // The deletion is the last change of a record that is deleted.
  deletedBy: `case when t.deleted_at is not null then
    ${nameOfActor('t.updated_by')} end`,
}

export function selectOf({ select }: ListSource): Sql {
  const columns = Object.entries({ ...select, ...RECORD })
  return join(columns.map(([name, expression]) => raw(`${expression} as "${name}"`)))
}

/** Times leave as ISO 8601 in UTC (requirement G10). */
export function withIsoTimes<Row extends QueryResultRow>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  // The same row: only times have become texts.
  return Object.fromEntries(entries) as Row
}

/** Counts what the planner takes for few. Nobody waits for the number of many: the planner's estimate is returned instead. */
export async function countRows(db: Executor, where: Sql): Promise<{ total: number; isEstimate: boolean }> {
  const plan = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 ${where}`,
  )
  const expected = Math.round(plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
  if (expected > COUNTED_WHEN_EXPECTED) return { total: expected, isEstimate: true }
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 ${where} limit ${COUNTED_MAX_ROWS + 1}) as counted`,
  )
  const total = rows[0]?.total ?? 0
  return total <= COUNTED_MAX_ROWS
    ? { total, isEstimate: false }
    : { total: Math.max(total, expected), isEstimate: true }
}
