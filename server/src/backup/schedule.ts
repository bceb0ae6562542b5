import { readdir, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { makeFolder } from '../make-folder.ts'
import { makeRounds } from '../rounds.ts'
import {
  type BackupFile,
  type BackupResult,
  type ClaimedBackup,
  claimBackup,
  forgetAbsent,
  forgetRemoved,
  holdBackup,
  noteDone,
  noteFailed,
  noteNotRemoved,
  readFiles,
  releaseBackup,
} from './backup-table.ts'
import { findOld } from './find-old.ts'
import { makeCommandRunner } from './run-command.ts'

const POLL_MS = 60_000
const HOLD_MS = 30_000
/** What `backup try` ends with when there is no scratch database to restore into. */
const IMPOSSIBLE = 1
/** What `backup verify` ends with when the file is damaged. */
const DAMAGED = 1
/** Of the name of a file that is being written. */
const UNFINISHED = '.unfinished'

/**
 * Makes backups by schedule: one server at a time, in a process of its own with less weight, so that nobody who works
 * notices.
 */
export function makeBackupSchedule({ db, log, config }: { db: Db; log: Logger; config: Config }) {
  const { backups } = config
  const command = makeCommandRunner()

  const runDue = async () => {
    const claimed = backups && (await claimBackup(db, backups.everyHours, config.masterKey))
    if (backups === null || claimed === null) return
    const holding = setInterval(() => {
      void holdBackup(db, claimed.id)
        .then((isHeld) => isHeld || command.kill())
        .catch(() => undefined)
    }, HOLD_MS)
    try {
      const result = await make(claimed, backups)
      await noteDone(db, claimed.id, result)
      if (result.trial === 'impossible') log.warn({ reason: result.error }, 'a backup could not be tried')
    } catch (error) {
      if (rounds.isStopped()) {
        // Nothing finds the file without its row.
        await rm(join(backups.folder, claimed.file), { force: true })
        return releaseBackup(db, claimed.id)
      }
      log.error({ err: error, file: claimed.file }, 'a backup failed')
      return noteFailed(db, claimed.id, (error as Error).message)
    } finally {
      clearInterval(holding)
    }
    await removeOld(claimed, backups)
  }

  /** The backup is made and noted: what fails here is said apart from it. */
  const removeOld = async ({ id, file }: ClaimedBackup, { folder, keep }: NonNullable<Config['backups']>) => {
    const { old, later } = findOld(await ownCopies(folder, 'done'), keep, file)
    if (later.length > 0) log.warn({ files: later.map(({ at }) => at) }, 'backups with later names do not count')
    const { removed, failed } = await remove(folder, old)
    if (failed.length > 0) await noteNotRemoved(db, id, failed)
    await forgetRemoved(db, removed)
  }

  /** One that cannot be removed keeps no other one. */
  const remove = async (folder: string, files: { at: string }[]) => {
    const [removed, failed]: [string[], string[]] = [[], []]
    for (const { at: name } of files)
      await unlink(join(folder, name)).then(
        () => removed.push(name),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return
          log.error({ err: error, file: name }, 'an old backup could not be removed')
          failed.push(`${name} (${error.code})`)
        },
      )
    return { removed, failed }
  }

  /** The files of this schedule that are in the folder. All others are left alone. @param ending of their names */
  const ownCopies = async (folder: string, wanted: BackupFile['state'] | null, ending = '') => {
    const present = new Set(await readdir(folder))
    const known = (await readFiles(db)).filter(({ state }) => wanted === null || state === wanted)
    return known.map(({ file }) => ({ at: `${file}${ending}` })).filter(({ at }) => present.has(at))
  }

  const make = async ({ file: name }: ClaimedBackup, { folder, tries, keep }: NonNullable<Config['backups']>) => {
    makeFolder(folder, 0o700)
    await forgetAbsent(db, await readdir(folder), keep)
    // No other server writes for this database now: what is unfinished was left by one that has ended.
    await remove(folder, await ownCopies(folder, null, UNFINISHED))
    // Files that can be written but not read must not fill the disk.
    await remove(folder, findOld(await ownCopies(folder, 'failed'), keep, name).old)
    const file = join(folder, name)
    const { bytes, rows } = JSON.parse((await gatehouse(['backup', '--to', file])).out) as BackupResult
    const tried = tries
      ? await gatehouse(['backup', 'try', file], [0, IMPOSSIBLE]).catch((failed: Error) => failed)
      : null
    if (tried instanceof Error || tried?.code !== 0) await verify(file)
    // It is whole, and takes the place of those whose trial or check failed.
    await remove(folder, await ownCopies(folder, 'failed'))
    if (tried instanceof Error) throw tried
    if (tried === null) return { bytes, rows, trial: 'off' as const, error: null }
    return { bytes, rows, ...(tried.code === 0 ? RESTORED : { trial: 'impossible' as const, error: tried.err }) }
  }

  /** Removes the file only if it is damaged: where it could not be read, it may be whole. @throws Error for either */
  const verify = async (file: string) => {
    const { code, out, err } = await gatehouse(['backup', 'verify', file], [0, DAMAGED])
    if (code === 0) return
    // Node ends with the same code, and says nothing here, when it cannot start the command.
    if (out === '') throw new Error(err)
    await rm(file, { force: true })
    throw new Error((JSON.parse(out) as { reason: string }).reason)
  }

  const gatehouse = async (args: string[], accepted?: number[]) => {
    if (rounds.isStopped()) throw new Error('The server stops.')
    return command.run([...args, '--json', '--quiet'], accepted)
  }

  const rounds = makeRounds(POLL_MS, runDue, (error) =>
    log.warn({ err: error }, 'the schedule of backups was interrupted'),
  )
  return {
    start: () => {
      if (backups !== null) rounds.start()
    },
    stop: async () => {
      const stopped = rounds.stop()
      command.kill()
      await stopped
    },
  }
}

const RESTORED = { trial: 'restored', error: null } as const
