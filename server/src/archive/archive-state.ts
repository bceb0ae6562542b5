import sql, { raw } from 'sql-template-tag'
import type { Config } from '../config.ts'
import type { Executor } from '../db/database.ts'
import { CLOCK_SLACK_SECONDS } from '../db/is-pending.ts'
import { within } from '../db/within.ts'
import { isAhead } from './is-ahead.ts'
import { type Base, findFolderFault, listArchived, listBases, placesOf } from './places.ts'
import { findGap } from './segments.ts'

/** PostgreSQL archives a segment at once; one that is not full after a minute. */
const LATE_SECONDS = 300
/** A copy that takes long, or is retried, is late by less. */
const LATE_FACTOR = 1.5
const HOUR_SECONDS = 3600
/** A folder on another machine may not answer. Shorter than the limit of a figure, which would else be left out. */
const FOLDER_MAX_MS = 1500
/** What has a later time was noted while the clock was ahead. */
const LATEST = raw(`now() + interval '${CLOCK_SLACK_SECONDS} seconds'`)

type OfDatabase = {
  database: string
  timeline: number
  now: Date
  waiting: number
  waitingSeconds: number
  archivedSecondsAgo: number | null
  failedSecondsAgo: number | null
  /** Since PostgreSQL counts what it archives. */
  countedSecondsAgo: number
}

export type ArchiveState = OfDatabase & {
  /** The complete copies, the oldest first. */
  bases: Base[]
  /** Since the newest copy, without those that were made while the clock was ahead. */
  baseSecondsAgo: number | null
  /** A segment after the newest copy that is missing although later ones are there. */
  gap: string | null
  /** Why segments cannot be stored; `null`: they can. */
  fault: string | null
  isLate: boolean
  /** Whether a new copy is due, and whether it should have been made long ago. */
  base: 'good' | 'due' | 'late'
  /** For how long a copy should have been there; `null`: the folder does not show it. */
  overdueSeconds: number | null
}

export async function readArchiveState(on: Executor, archive: NonNullable<Config['archive']>): Promise<ArchiveState> {
  const state = await readDatabase(on)
  const places = placesOf(archive.folder, state.database)
  const { bases, archived, fault } = await within(FOLDER_MAX_MS, readFolder(archive.folder, places)).catch(
    (error: Error) => ({ bases: [], archived: [], fault: error.message }),
  )
  const newest = bases.findLast((base) => !isAhead(base, state.now))
  const baseSecondsAgo = newest === undefined ? null : (state.now.getTime() - Date.parse(newest.startedAt)) / 1000
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
    overdueSeconds:
      baseSecondsAgo === null && fault !== null
        ? null
        : overdue(baseSecondsAgo ?? state.countedSecondsAgo, archive.everyHours),
  }
}

/** For how long the next of what is made every so many hours has been due; 0: it is not. */
export const overdue = (secondsAgo: number, everyHours: number) => Math.max(0, secondsAgo - everyHours * HOUR_SECONDS)

/** `failedSecondsAgo`: only until the file has been archived. Files are archived in the order of their names, whatever the clock says. */
async function readDatabase(on: Executor): Promise<OfDatabase> {
  const { rows } = await on.execute<OfDatabase>(sql`
    select (select system_identifier from pg_control_system())::text as database,
      (select timeline_id from pg_control_checkpoint()) as timeline, now(),
      count(ready.name)::int as waiting,
      coalesce(greatest(extract(epoch from now() - min(ready.modification)), 0), 0)::float8 as "waitingSeconds",
      extract(epoch from now() - archived_at)::float8 as "archivedSecondsAgo",
      case when is_failing then greatest(extract(epoch from now() - failed_at), 0)::float8 end as "failedSecondsAgo",
      greatest(extract(epoch from now() - stats_reset), 0)::float8 as "countedSecondsAgo"
    from (
      select case when last_archived_time <= ${LATEST} then last_archived_time end as archived_at, last_failed_time as failed_at, stats_reset,
        coalesce(last_failed_wal collate "C" > last_archived_wal collate "C", last_failed_wal is not null) as is_failing
      from pg_stat_archiver) archiver left join pg_ls_archive_statusdir() ready on ready.name like '%.ready'
    group by archived_at, failed_at, is_failing, stats_reset`)
  return rows[0] as OfDatabase
}

/** A folder that takes nothing more, such as a full one, still shows what can be recovered. */
export async function readFolder(folder: string, places: ReturnType<typeof placesOf>) {
  const fault = findFolderFault(folder, places)
  try {
    return { bases: await listBases(places), archived: await listArchived(places), fault }
  } catch (error) {
    return { bases: [], archived: [], fault: fault ?? (error as Error).message }
  }
}
