import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { aDataDir } from './processes.ts'

/**
 * A data folder whose PostgreSQL is initialised and migrated, with nobody in it and no key beside it: for tests of what
 * comes after the first start. Preparing it takes as long as the rest of a start.
 */
export const aPreparedDataDir = () => copyCluster(inject('preparedCluster'), aDataDir())

/** Copies a PostgreSQL that does not run into an empty data folder. */
export function copyCluster(cluster: string, dataDir: string): string {
  mkdirSync(dataDir, { mode: 0o711 })
  // With its owners: PostgreSQL may run as another user.
  execFileSync('cp', ['-a', cluster, join(dataDir, 'postgres')])
  return dataDir
}
