import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Db, makeDb } from '../src/db/database.ts'
import { migrateDatabase } from '../src/db/migrate.ts'

/**
 * A new database of an earlier release, for one test. `update` brings it up to date.
 *
 * @param last the last migration of that release
 */
export async function anEarlierDatabase(last: string): Promise<{ db: Db; update: () => Promise<void> }> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await owner.connect()
  await owner.query(`create database ${database}`)
  await owner.end()
  const connection = { ...inject('postgres'), database }
  await migrateDatabase(connection, last)
  const db = makeDb({ ...connection, max: 6 })
  onTestFinished(() => db.pool.end())
  return { db, update: async () => void (await migrateDatabase(connection)) }
}
