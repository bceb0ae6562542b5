import type { RecordRow, Use } from '@gatehouse/contract/admin/engine/resource.ts'
import type { ListQuery } from '@gatehouse/contract/paging.ts'
import type { QueryResultRow } from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../identity/actor.ts'
import { findRecord, type ListSource, listAll, listPage } from './list.ts'
import type { Author, Query, Store, Uses } from './store.ts'
import type { UseKind } from './visible-uses.ts'

/** A value of a column; `undefined` leaves the column as it is. */
type Value = string | number | boolean | null | Buffer | string[] | Sql | undefined

type Definition<Row, OwnQuery extends ListQuery, Form, Changes> = {
  table: string
  source: ListSource<Row, OwnQuery>
  nameOf: (row: Row) => string
  /** Every column that a form may write: a field that is not named here cannot be set by a caller. */
  toColumns: (form: Form | Changes) => Record<string, Value>
  /** SQL that begins with `and`: the filters of the resource, and what the caller may see of it. */
  filter?: (query: OwnQuery, person: Caller) => Sql
  uses: Uses
}

/** The store of a resource that is one table. Spread it and replace what differs. */
export function tableStore<Row extends RecordRow & QueryResultRow, OwnQuery extends ListQuery, Form, Changes = Form>({
  table,
  source,
  nameOf,
  toColumns,
  filter = () => empty,
  uses,
}: Definition<Row, OwnQuery, Form, Changes>): Store<Row, Form, Changes> {
  // The engine hands on what the resource's own schema has parsed.
  const conditions = (query: Query, person: Caller) => filter(query as Query & OwnQuery, person)
  return {
    table,
    nameOf,
    listPage: (db, query, person) => listPage<Row>(db, source, query, conditions(query, person)),
    listAll: (db, query, person) => listAll<Row>(db, source, query, conditions(query, person)),
    find: (db, id) => findRecord<Row>(db, source, id),
    create: (tx, id, form, by) => insertRecords(tx, table, [{ id, columns: toColumns(form) }], by),
    update: (tx, id, changes) => updateRow(tx, table, id, toColumns(changes)),
    remove: async () => undefined,
    restore: async () => undefined,
    uses,
  }
}

type Checks<Form, Changes> = {
  create?: (tx: Tx, form: Form, by: Author) => Promise<void>
  update?: (tx: Tx, id: string, changes: Changes, by: Author) => Promise<void>
}

/** The same store, which checks a form before it stores it. */
export function withChecks<Row extends RecordRow, Form, Changes>(
  store: Store<Row, Form, Changes>,
  checks: Checks<Form, Changes>,
): Store<Row, Form, Changes> {
  return {
    ...store,
    create: async (tx, id, form, by) => {
      await checks.create?.(tx, form, by)
      await store.create(tx, id, form, by)
    },
    update: async (tx, id, changes, by) => {
      await checks.update?.(tx, id, changes, by)
      await store.update(tx, id, changes, by)
    },
  }
}

export type NewRecord = { id: string; columns: Record<string, Value> }

/** Inserts records of the same columns with their author, in one statement. */
export async function insertRecords(tx: Tx, table: string, records: readonly NewRecord[], by: Author) {
  const { userId } = by.person
  const given = records.map(({ id, columns }) => defined({ ...columns, id, created_by: userId, updated_by: userId }))
  const [first] = given
  if (first === undefined) return
  const rows = given.map((columns) => sql`(${join(columns.map(([, value]) => value))})`)
  await tx.execute(sql`insert into ${raw(table)} (${join(first.map(([name]) => raw(name)))}) values ${join(rows)}`)
}

/** Writes columns of a record that the engine has locked. */
export async function updateRow(tx: Tx, table: string, id: string, columns: Record<string, Value>) {
  const given = defined(columns)
  if (given.length === 0) return
  await tx.execute(sql`
    update ${raw(table)} set ${join(given.map(([name, value]) => sql`${raw(name)} = ${value}`))} where id = ${id}`)
}

function defined(columns: Record<string, Value>): [string, Exclude<Value, undefined>][] {
  return Object.entries(columns).filter((entry): entry is [string, Exclude<Value, undefined>] => entry[1] !== undefined)
}

/** What uses a record: a count and its first few names, from a query that gives `name`, and `id` where these have ids. */
export async function countUses(
  db: Db | Tx,
  kind: UseKind,
  effect: Use['effect'],
  names: Sql,
  hasIds = false,
): Promise<Use[]> {
  const { rows } = await db.execute<{ count: number; names: string[]; ids?: string[] }>(sql`
    with used as (${names}), first as (select * from used order by ${raw(hasIds ? 'name, id' : 'name')} limit 5)
    select (select count(*)::int from used) as count, array(select name from first) as names
      ${hasIds ? sql`, array(select id::text from first) as ids` : empty}`)
  const { count = 0, ...first } = rows[0] ?? { names: [] }
  return count === 0 ? [] : [{ kind, effect, count, ...first }]
}

/** The kind of the records, what a deletion does to them, the query of their names, and whether it gives their ids. */
export type CountedUse = [UseKind, Use['effect'], Sql, hasIds?: boolean]

/** The same of several kinds of records. */
export async function countEachUse(db: Db | Tx, uses: readonly CountedUse[]): Promise<Use[]> {
  return (
    await Promise.all(uses.map(([kind, effect, names, hasIds]) => countUses(db, kind, effect, names, hasIds)))
  ).flat()
}

/** SQL: the names of the records of a table that belong to another record, and are not deleted. */
export const namesOf = (table: string, name: string, column: string, id: string): Sql =>
  sql`select ${raw(name)} as name from ${raw(table)} where ${raw(column)} = ${id} and deleted_at is null`

/**
 * Makes sure that a record that is to be referred to exists, and stays until the transaction ends.
 *
 * @throws AppError invalid_request with `msg`
 */
export async function requireLive(tx: Tx, table: string, id: string, msg: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from ${raw(table)} where id = ${id} and deleted_at is null for share`)
  if (rows.length === 0) throw new AppError('invalid_request', { msg })
}
