import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureServerBuilt } from '../../scripts/setup.mjs'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrateDatabase } from '../src/db/migrate.ts'
import { copyCluster } from './prepared.ts'

/**
 * One PostgreSQL for the whole run, with a migrated database that every test file copies; and one cluster to copy as a
 * whole.
 */
export default async function setup(project: TestProject) {
  // Tests that start the product in a process need it. Already done, unless Vitest was started by hand.
  await ensureServerBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  const preparedCluster = await prepareCluster(join(folder, 'prepared'))
  const postgres = await startEmbeddedPostgres(copyCluster(preparedCluster, join(folder, 'data')))
  const client = new pg.Client({ ...postgres.connection, database: 'template1' })
  await client.connect()
  // The data of the run need not survive a crash of the machine, so PostgreSQL does not wait for the disk. Nor does it look
  // every minute into each of hundreds of databases, the tables of which stay small.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query('create database template_gatehouse template postgres')
  await client.end()
  project.provide('postgres', postgres.connection)
  project.provide('preparedCluster', preparedCluster)
  return async () => {
    await postgres.stop()
    removeAside(folder)
  }
}

/** Hundreds of databases take half a minute to remove. Nobody waits for it: the browser tests begin meanwhile. */
function removeAside(folder: string) {
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref()
}

/** Lets a server prepare its database in an empty data folder, and ends it. */
async function prepareCluster(dataDir: string): Promise<string> {
  const postgres = await startEmbeddedPostgres(dataDir)
  await migrateDatabase({ ...postgres.connection, database: 'postgres' })
  await postgres.stop()
  return join(dataDir, 'postgres')
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
    /** The folder of a stopped PostgreSQL, with a migrated database without people. */
    preparedCluster: string
  }
}
