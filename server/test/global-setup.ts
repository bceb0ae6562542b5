import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrateDatabase } from '../src/db/migrate.ts'

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'data'))
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await client.connect()
  // Nothing in here outlives the run: it need not survive a crash of the machine, and does not wait for the disk.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query('create database template_gatehouse')
  await client.end()
  await migrateDatabase({ ...postgres.connection, database: 'template_gatehouse' })
  project.provide('postgres', postgres.connection)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}
