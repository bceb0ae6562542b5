import { hostname } from 'node:os'
import sql, { raw } from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { masterKeyId } from '../crypto/keys.ts'
import type { Db, Executor } from '../db/database.ts'
import { CLOCK_SLACK_SECONDS, isPending } from '../db/is-pending.ts'
import { fileName } from './file-names.ts'

/** A number that no other program on the database uses for an advisory lock. */
const BACKUP_LOCK = 7_142_010
const LEASE_SECONDS = 90
/** After a failure: long enough for a full disk to be noticed, and short enough for a database that was away. */
const RETRY_MINUTES = 15
/** A later time was noted while the database's clock was ahead: such a backup is not the newest one. */
const LATEST = raw(`now() + interval '${CLOCK_SLACK_SECONDS} seconds'`)
/** How long results are kept whose files are not there. Others are kept as long as their files. */
const KEPT_DAYS = 90

export type ClaimedBackup = { id: string; file: string }

/**
 * Begins the backup that is due, if any, so that one server makes it.
 *
 * @param masterKey a server that still runs with the former one leaves the backup to others: nobody could use it
 */
export function claimBackup(db: Db, everyHours: number, masterKey: Buffer): Promise<ClaimedBackup | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BACKUP_LOCK})`)
    await tx.execute(sql`
      update backups set state = 'failed', finished_at = now(), error = 'The server that made it has ended, or could not note the result.'
      where state = 'running' and not ${isPending('claimed_until', LEASE_SECONDS)}`)
    const { rows } = await tx.execute<{ now: Date }>(sql`
      select now() from (select) one
      where not exists (select from stored_keys where master_key_id <> ${masterKeyId(masterKey)}) and not exists (select from backups
        where state = 'running'
          or state = 'done' and started_at > now() - make_interval(hours => ${everyHours}) and started_at <= ${LATEST}
          or state = 'failed' and finished_at > now() - make_interval(mins => ${RETRY_MINUTES}) and finished_at <= ${LATEST})`)
    if (rows[0] === undefined) return null
    const id = newId()
    const claimed = { id, file: fileName(rows[0].now, id) }
    await tx.execute(sql`
      insert into backups (id, file, claimed_until)
      values (${claimed.id}, ${claimed.file}, now() + make_interval(secs => ${LEASE_SECONDS}))`)
    return claimed
  })
}

/** False when the lease was lost. */
export async function holdBackup(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update backups set claimed_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and state = 'running'`)
  return rowCount === 1
}

/** For a server that stops: another one makes it at once. */
export async function releaseBackup(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from backups where id = ${id} and state = 'running'`)
}

export type BackupResult = {
  bytes: number
  rows: number
  trial: 'restored' | 'impossible' | 'off'
  error: string | null
}

export async function noteDone(db: Db, id: string, { bytes, rows, trial, error }: BackupResult): Promise<void> {
  await db.execute(sql`
    update backups set state = 'done', finished_at = now(), bytes = ${bytes}, rows = ${rows}, trial = ${trial}, error = ${error}
    where id = ${id} and state = 'running'`)
}

export type BackupFile = { file: string; state: 'running' | 'done' | 'failed' }

/** What the schedule of this database has made or begun: another one may use the same folder. */
export async function readFiles(db: Db): Promise<BackupFile[]> {
  const { rows } = await db.execute<BackupFile>(sql`select file, state from backups`)
  return rows
}

/** @param files that were removed */
export const forgetRemoved = (db: Db, files: string[]) =>
  db.execute(sql`delete from backups where file = any(${files}::text[])`)

/**
 * Forgets old results whose files somebody has removed. While the folder is not mounted nothing is there: those that the schedule would
 * keep are remembered, and some time for the others.
 *
 * @param present the names in the folder
 */
export const forgetAbsent = (db: Db, present: string[], keep: number) =>
  db.execute(sql`
    delete from backups where id in (
      select id from (
        select id, state, file, started_at, row_number() over (partition by state order by started_at desc) as place from backups) known
      where state <> 'running' and (state = 'failed' or place > 2 * ${keep}::int)
        and started_at < now() - make_interval(days => ${KEPT_DAYS}) and file <> all(${present}::text[]))`)

const NAMED_FILES = 3

/** Old files that could not be removed after this backup, where nothing else is to be said of it. */
export async function noteNotRemoved(db: Db, id: string, files: string[]): Promise<void> {
  const more = files.length > NAMED_FILES ? ['…'] : []
  const error = [...files.slice(0, NAMED_FILES), ...more].join(', ')
  await db.execute(sql`update backups set error = ${error} where id = ${id} and state = 'done' and error is null`)
}

export async function noteFailed(db: Db, id: string, error: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update backups set state = 'failed', finished_at = now(), error = ${error} where id = ${id} and state = 'running'`)
    if (rowCount === 1) await recordAudit(tx, { event: 'backup.failed', detail: { reason: error, server: hostname() } })
  })
}

export type BackupState = {
  /** Of the newest one that succeeded. */
  doneSecondsAgo: number | null
  trial: BackupResult['trial'] | null
  /** Its name in the folder, and its size as it was written. */
  file: string | null
  bytes: number | null
  /** Why it could not be tried, or which old files could not be removed after it. */
  note: string | null
  /** Why the newest one failed; `null`: it has succeeded, or is under way. */
  failure: string | null
  failedSecondsAgo: number | null
  /** Since when there should be one: the newest that succeeded, or the first attempt. */
  sinceSecondsAgo: number | null
}

export async function readBackupState(on: Executor): Promise<BackupState> {
  const { rows } = await on.execute<BackupState>(sql`
    select extract(epoch from now() - done.started_at)::float8 as "doneSecondsAgo", done.trial,
      done.file, done.bytes::float8 as bytes, done.error as note,
      case when failed.started_at > coalesce(done.started_at, '-infinity') then failed.error end as failure,
      extract(epoch from now() - failed.finished_at)::float8 as "failedSecondsAgo",
      extract(epoch from now() - coalesce(done.started_at, (select min(started_at) from backups)))::float8 as "sinceSecondsAgo"
    from (select) one
      left join lateral (select * from backups where state = 'done' and started_at <= ${LATEST} order by started_at desc limit 1) done on true
      left join lateral (select * from backups where state = 'failed' and started_at <= ${LATEST} order by started_at desc limit 1) failed on true`)
  return rows[0] as BackupState
}
