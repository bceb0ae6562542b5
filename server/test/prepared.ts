import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { aDataDir } from './processes.ts'

/**
 * A data folder with an initialised and migrated PostgreSQL, without people and without a key, for tests of later
 * starts. Preparing it takes as long as the rest of a start.
 */
export const aPreparedDataDir = () => copyCluster(inject('preparedCluster'), aDataDir())

/** Runs the PostgreSQL of a data folder alone meanwhile: what a test needs there is prepared without the start of a server. */
export async function withoutServer<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const postgres = await startEmbeddedPostgres(dataDir)
  try {
    return await work()
  } finally {
    await postgres.stop()
  }
}

/** Copies a stopped PostgreSQL into an empty data folder. */
export function copyCluster(cluster: string, dataDir: string): string {
  mkdirSync(dataDir, { mode: 0o711 })
  // Keeps the owners of the files: PostgreSQL may run as another user.
  execFileSync('cp', ['-a', cluster, join(dataDir, 'postgres')])
  return dataDir
}
