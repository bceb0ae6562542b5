import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { sourceFile } from '../places.ts'

const STORE = sourceFile('archive/store-segment.ts')
const FETCH = sourceFile('archive/fetch-segment.ts')
/** A segment that is not full is archived after this time: what a lost disk may take with it. */
const TIMEOUT = '60s'

/** The number that PostgreSQL gives to a database when it is set up: the start of `pg_control`, in the order of x64 and arm64. */
export const readDatabaseId = (cluster: string): string =>
  readFileSync(join(cluster, 'global/pg_control')).readBigUInt64LE(0).toString()

/**
 * The settings with which PostgreSQL archives into `folder`. Its folders are made here, because PostgreSQL may run as a user
 * who may make none. What cannot be made does not stop the start: archiving then fails, and that is reported.
 */
export function archiveSettings(folder: string | null, cluster: string): Record<string, string> {
  if (folder === null) return {}
  const segments = join(folder, readDatabaseId(cluster), 'wal')
  try {
    makeFolder(join(segments, '..'), 0o711)
    if (!existsSync(segments)) mkdirSync(segments, { mode: 0o700 })
    const { uid, gid } = statSync(cluster)
    if (statSync(segments).uid !== uid) chownSync(segments, uid, gid)
  } catch {
    // `findFolderFault` says why, whenever it is asked.
  }
  return {
    archive_mode: 'on',
    archive_timeout: TIMEOUT,
    archive_command: shell(process.execPath, STORE, '%p', segments),
  }
}

/** The command with which a recovering PostgreSQL reads the archive. */
export const fetchCommand = (segments: string) => shell(process.execPath, FETCH, segments, '%f', '%p')

/** PostgreSQL replaces %p and %f before the shell sees them; another % must be doubled for it. */
const shell = (...words: string[]) =>
  words
    .map((word) => (/^%[pf]$/.test(word) ? `'${word}'` : `'${word.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`))
    .join(' ')
