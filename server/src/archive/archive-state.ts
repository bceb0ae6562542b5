import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import type { Executor } from '../db/database.ts'
import { within } from '../db/within.ts'
import { type Base, findFolderFault, listArchived, listBases, placesOf } from './places.ts'
import { findGap } from './segments.ts'

/** PostgreSQL archives a segment at once; one that is not full after a minute. */
const LATE_SECONDS = 300
/** A copy that takes long, or is retried, is late by less. */
const LATE_FACTOR = 1.5
const HOUR_SECONDS = 3600
/** A folder on another machine may not answer. */
const FOLDER_MAX_MS = 2000

type OfDatabase = {
  database: string
  timeline: number
  now: Date
  waiting: number
  waitingSeconds: number
  archivedSecondsAgo: number | null
  failedSecondsAgo: number | null
}

export type ArchiveState = Omit<OfDatabase, 'now'> & {
  /** The complete copies, the oldest first. */
  bases: Base[]
  baseSecondsAgo: number | null
  /** A segment after the newest copy that is missing although later ones are there. */
  gap: string | null
  /** Why segments cannot be stored; `null`: they can. */
  fault: string | null
  isLate: boolean
  /** Whether a new copy is due, and whether it should have been made long ago. */
  base: 'good' | 'due' | 'late'
}

export async function readArchiveState(on: Executor, archive: NonNullable<Config['archive']>): Promise<ArchiveState> {
  const { now, ...state } = await readDatabase(on)
  const places = placesOf(archive.folder, state.database)
  const { bases, archived, fault } = await within(FOLDER_MAX_MS, readFolder(archive.folder, places)).catch(
    (error: Error) => ({ bases: [], archived: [], fault: error.message }),
  )
  const newest = bases.at(-1)
  const baseSecondsAgo = newest === undefined ? null : (now.getTime() - Date.parse(newest.startedAt)) / 1000
  const gap = newest === undefined ? null : findGap(archived, newest.from)
  const isDue =
    baseSecondsAgo === null ||
    baseSecondsAgo > archive.everyHours * HOUR_SECONDS ||
    newest?.timeline !== state.timeline ||
    gap !== null
  const isLateBase = baseSecondsAgo === null || baseSecondsAgo > archive.everyHours * HOUR_SECONDS * LATE_FACTOR
  return {
    ...{ ...state, bases, baseSecondsAgo, gap },
    fault:
      fault ?? (state.failedSecondsAgo === null ? null : 'PostgreSQL reports failures: see postgres.log in DATA_DIR.'),
    isLate: state.waitingSeconds > LATE_SECONDS,
    base: isLateBase ? 'late' : isDue ? 'due' : 'good',
  }
}

/** `failedSecondsAgo`: only while nothing has been archived since. */
async function readDatabase(on: Executor): Promise<OfDatabase> {
  const { rows } = await on.execute<OfDatabase>(sql`
    select (select system_identifier from pg_control_system())::text as database,
      (select timeline_id from pg_control_checkpoint()) as timeline, now(),
      count(ready.name)::int as waiting,
      coalesce(greatest(extract(epoch from now() - min(ready.modification)), 0), 0)::float8 as "waitingSeconds",
      extract(epoch from now() - last_archived_time)::float8 as "archivedSecondsAgo",
      case when last_failed_time > coalesce(last_archived_time, '-infinity')
        then extract(epoch from now() - last_failed_time)::float8 end as "failedSecondsAgo"
    from pg_stat_archiver left join pg_ls_archive_statusdir() ready on ready.name like '%.ready'
    group by last_archived_time, last_failed_time`)
  return rows[0] as OfDatabase
}

async function readFolder(folder: string, places: ReturnType<typeof placesOf>) {
  const fault = findFolderFault(folder, places)
  if (fault !== null) return { bases: [], archived: [], fault }
  return { bases: await listBases(places), archived: await listArchived(places), fault: null }
}
