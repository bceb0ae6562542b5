import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../archive/places.ts'
import type { CommandConfig } from '../config.ts'
import { readDatabaseId } from '../db/archive-settings.ts'
import { UsageError } from './command.ts'

/** @throws UsageError when there is no archive */
export function archiveOf({ archive }: CommandConfig): NonNullable<CommandConfig['archive']> {
  if (archive === null) throw new UsageError('Set ARCHIVE_TO as for the server.')
  return archive
}

/** The database of DATA_DIR, or the only one in the archive. @throws UsageError */
export async function findDatabase(config: CommandConfig, given: string | boolean | undefined): Promise<string> {
  const { folder } = archiveOf(config)
  const databases = (await namesIn(folder)).filter((name) => /^\d+$/.test(name))
  if (typeof given === 'string') {
    if (databases.includes(given)) return given
    throw new UsageError(`${folder} has no database ${given}; it has ${databases.join(', ') || 'none'}.`)
  }
  const cluster = join(config.dataDir, 'postgres')
  const own = existsSync(join(cluster, 'global/pg_control')) ? readDatabaseId(cluster) : null
  if (own !== null && databases.includes(own)) return own
  if (databases.length === 1) return databases[0] as string
  throw new UsageError(
    databases.length === 0
      ? `${folder} has no archive.`
      : `${folder} has several databases: choose one of ${databases.join(', ')} with --database.`,
  )
}
