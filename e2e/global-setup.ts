import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@gatehouse/server/src/db/embedded-postgres.ts'
import { migrateDatabase } from '@gatehouse/server/src/db/migrate.ts'

/**
 * Initialises and migrates a database before the first test, which the product of each worker copies: that takes as long as
 * half of its start. An empty portal (first-hour.spec.ts) prepares its own.
 */
export default async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'))
  const dataDir = join(folder, 'data')
  const postgres = await startEmbeddedPostgres(dataDir)
  try {
    await migrateDatabase({ ...postgres.connection, database: 'postgres' })
  } finally {
    await postgres.stop()
  }
  process.env.PREPARED_CLUSTER = join(dataDir, 'postgres')
  return () => rmSync(folder, { recursive: true, force: true })
}
