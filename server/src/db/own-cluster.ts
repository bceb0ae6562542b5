import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { locateBinaries } from './postgres-binaries.ts'
import { chooseRunner } from './postgres-runner.ts'

/** Gives a copied database to the user as whom PostgreSQL will run on it. */
export function ownCluster(dataDir: string): void {
  const { own } = chooseRunner(locateBinaries(), dataDir)
  const cluster = join(dataDir, 'postgres')
  own(cluster)
  for (const path of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) own(join(cluster, path))
}
