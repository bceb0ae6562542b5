import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FORMER_RELEASE, migrateDatabase } from './migrate.ts'

// Expand first, contract a release later: servers of the release before go on working on the schema of this one. What
// that asks of the schema is compared here, table by table, so that no migration can forget it.

let owner: pg.Client
const before = aDatabase()
const after = aDatabase()

beforeAll(async () => {
  owner = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await owner.connect()
  await before.create(FORMER_RELEASE)
  await after.create()
})
afterAll(async () => {
  await Promise.all([before.client?.end(), after.client?.end(), owner.end()])
})

function aDatabase() {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const made = {
    client: null as pg.Client | null,
    create: async (last?: string) => {
      await owner.query(`create database ${database}`)
      const connection = { ...inject('postgres'), database }
      await migrateDatabase(connection, last)
      made.client = new pg.Client(connection)
      await made.client.connect()
    },
    query: async <Row extends pg.QueryResultRow>(text: string) => {
      const result = await made.client?.query<Row>(text)
      return result?.rows ?? []
    },
  }
  return made
}

type Column = { name: string; type: string; isOptional: boolean }

const COLUMNS = `
  select c.table_name || '.' || c.column_name as name, c.udt_name as type,
    c.is_nullable = 'YES' or c.column_default is not null or c.is_generated = 'ALWAYS' as "isOptional"
  from information_schema.columns c
  where c.table_schema = 'public' and c.table_name <> 'migrations'`

/** Constraints and indexes that refuse rows or are named by \`on conflict\`, by columns and condition. */
const RULES = `
  select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule,
    array(select conrelid::regclass || '.' || attname from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
  from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select indrelid::regclass || ': ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', 'unique'),
    array(select indrelid::regclass || '.' || attname from pg_attribute where attrelid = indrelid and attnum = any(indkey))
  from pg_index join pg_class t on t.oid = indrelid where indisunique and t.relnamespace = 'public'::regnamespace`

describe('a server of the release before', () => {
  test('finds every table and column that it knows, of the same type', async () => {
    const now = new Map((await after.query<Column>(COLUMNS)).map(({ name, type }) => [name, type]))
    const lost = (await before.query<Column>(COLUMNS)).filter(({ name, type }) => now.get(name) !== type)
    expect(lost).toEqual([])
  })

  test('does not have to fill columns that it does not know', async () => {
    const known = new Map((await before.query<Column>(COLUMNS)).map((column) => [column.name, column]))
    const tables = new Set([...known.keys()].map((name) => name.split('.')[0]))
    const demanded = (await after.query<Column>(COLUMNS)).filter(
      ({ name, isOptional }) => tables.has(name.split('.')[0]) && !isOptional && (known.get(name)?.isOptional ?? true),
    )
    expect(demanded.map(({ name }) => name)).toEqual([])
  })

  test('meets no constraint that it does not know, and finds those that it relies on', async () => {
    type Rule = { rule: string; columns: string[] }
    const [old, all] = [await before.query<Rule>(RULES), await after.query<Rule>(RULES)]
    const columns = new Set((await before.query<Column>(COLUMNS)).map(({ name }) => name))
    const former = new Set(old.map(({ rule }) => rule))
    const added = all.filter((one) => !former.has(one.rule) && one.columns.some((column) => columns.has(column)))
    expect(added.map(({ rule }) => rule)).toEqual([])
    const present = new Set(all.map(({ rule }) => rule))
    expect([...former].filter((rule) => !present.has(rule))).toEqual([])
  })

  test('can be started again on a database of this release, but an older release cannot', async () => {
    const { database } = after.client as pg.Client
    const connection = { ...inject('postgres'), database: database as string }
    await migrateDatabase(connection, FORMER_RELEASE)
    await expect(migrateDatabase(connection, '0000_foundation')).rejects.toThrow(
      'The database was used by a newer version of Gatehouse',
    )
  })
})
