import { existsSync } from 'node:fs'
import { chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import type pg from 'pg'
import { fetchCommand } from '../db/archive-settings.ts'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { makeClient } from '../db/make-client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { ownCluster } from '../db/own-cluster.ts'
import { makeFolder } from '../make-folder.ts'
import { BASE_TAR, type Base, type Places } from './places.ts'
import { unpackCluster } from './unpack-cluster.ts'
import { type Revived, voidAccess } from './void-access.ts'

const POLL_MS = 50
/** Until the copy itself is consistent; what follows takes as long as it takes. */
const CONSISTENT_MAX_MS = 60 * 60_000

export type Recovery = {
  places: Places
  base: Base
  /** `null`: everything that is in the archive. */
  at: Date | null
  /** A folder that does not exist or is empty: the data folder of a server. */
  to: string
  /** The database as it is now, to compare with; `null`: it is lost, or has not the tables of this version. */
  present: pg.ClientConfig | null
  /** Asked when everything is there, before the folder has its name. */
  confirm: (revived: Revived | null) => Promise<boolean>
  step: (what: string) => void
  /** Ends the recovery before. */
  stopping: AbortSignal
}

/**
 * Makes a data folder as of a moment, from a base copy and the archived log, in which no session, grant, token, code or link is
 * valid.
 *
 * @returns the time of its last change
 * @throws Error with a sentence for the operator; nothing is then left
 */
export async function recover(recovery: Recovery): Promise<Date | null> {
  const { places, base, to, step, stopping } = recovery
  const unfinished = `${to}.recovering`
  if (existsSync(unfinished)) throw new Error(await explainLeft(unfinished))
  await refuseFilled(to)
  try {
    step(`Unpacking ${base.name}.`)
    makeFolder(unfinished, 0o711)
    await unpackCluster(join(places.bases, base.name, BASE_TAR), join(unfinished, 'postgres'), stopping)
    await writeFile(join(unfinished, 'postgres/recovery.signal'), '')
    ownCluster(unfinished)
    step('Replaying the log.')
    const lastChange = await replayAndVoid(unfinished, recovery)
    stopping.throwIfAborted()
    await rename(unfinished, to)
    return lastChange
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw stopping.aborted ? new Error('Interrupted: nothing was recovered.', { cause: error }) : error
  }
}

/** The command may have been killed, which its database outlives. */
async function explainLeft(unfinished: string): Promise<string> {
  const pid = await findEmbeddedPostgres(unfinished)
  if (pid === null) return `${unfinished} is left of another recovery: remove it first.`
  return `${unfinished} is in use by another recovery, or left of one that was killed: wait for its end, or end its database with "kill -INT ${pid}" and remove the folder.`
}

async function replayAndVoid(dataDir: string, recovery: Recovery) {
  const postgres = await replay(dataDir, recovery)
  const stopped = Promise.withResolvers<never>()
  // What waits for another database or an answer does not notice the end of this one.
  recovery.stopping.addEventListener('abort', stopped.reject)
  try {
    recovery.stopping.throwIfAborted()
    return await Promise.race([voidReplayed(dataDir, postgres, recovery), stopped.promise])
  } finally {
    await postgres.stop()
    await rm(postgres.connection.host, { recursive: true, force: true })
  }
}

async function voidReplayed(dataDir: string, postgres: EmbeddedPostgres, recovery: Recovery): Promise<Date | null> {
  const { places, base, at, present, confirm, step } = recovery
  const connection = { ...postgres.connection, database: 'postgres' }
  const lastChange = await untilWritable(connection, dataDir)
  await reserveTimeline(join(dataDir, 'postgres/pg_wal'), places)
  await migrateDatabase(connection)
  step('Removing sessions, tokens, codes and links.')
  await voidAccess(connection, { base: base.name, at: at?.toISOString() ?? null }, present, confirm)
  return lastChange
}

async function refuseFilled(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(`${folder} must be a new folder.`, { cause: error })
  })
  if (names.length > 0) throw new Error(`${folder} is not empty: recover into a new folder.`)
}

/** Ready when the copy is consistent; the replay goes on. */
async function replay(dataDir: string, { places, at, stopping }: Recovery): Promise<EmbeddedPostgres> {
  const settings = {
    restore_command: fetchCommand(places.segments),
    // A recovered database goes on under another number: a later recovery must not follow it by accident.
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // Names of time zones, also Z, are not known when PostgreSQL reads its arguments.
    ...(at !== null && { recovery_target_time: at.toISOString().replace('Z', '+00') }),
    log_min_messages: 'log',
  }
  try {
    return await startEmbeddedPostgres(dataDir, {
      settingsOf: () => settings,
      readyTimeoutMs: CONSISTENT_MAX_MS,
      stopping,
    })
  } catch (cause) {
    throw await explain(dataDir, cause)
  }
}

/** @returns the time of the last change that was replayed */
async function untilWritable(connection: pg.ClientConfig, dataDir: string): Promise<Date | null> {
  for (;;) {
    const state = await readRecovery(connection).catch((error: Error) => error)
    if (!(state instanceof Error) && !state.isRecovering) return state.lastChange
    // PostgreSQL ends when the archive ends before the moment.
    if (state instanceof Error && !existsSync(join(dataDir, 'postgres/postmaster.pid')))
      throw await explain(dataDir, state)
    await sleep(POLL_MS)
  }
}

async function readRecovery(connection: pg.ClientConfig) {
  const client = makeClient(connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ isRecovering: boolean; lastChange: Date | null }>(
      'select pg_is_in_recovery() as "isRecovering", pg_last_xact_replay_timestamp() as "lastChange"',
    )
    return rows[0] as { isRecovering: boolean; lastChange: Date | null }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The reason stands in PostgreSQL's log only. */
async function explain(dataDir: string, cause: unknown): Promise<Error> {
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '')
  const fatal = [...log.matchAll(/FATAL: +(.*)/g)]
    .map(([, text = '']) => text)
    .filter((text) => !/starting up/.test(text))
  if (!fatal.some((text) => /ended before configured recovery target/.test(text)))
    return new Error(`The archive could not be replayed: ${fatal.at(-1) ?? (cause as Error).message}`, { cause })
  const last = [...log.matchAll(/last completed transaction was at log time (.*)/g)].at(-1)?.[1]
  return new Error(
    `The archive holds no change after ${last ?? 'the base copy'}: give an earlier moment, or leave out --at for all that there is.`,
    { cause },
  )
}

/** A second recovery must take another number for what it does. */
async function reserveTimeline(log: string, { segments }: Places) {
  const newest = (await readdir(log))
    .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
    .sort()
    .at(-1)
  const file = join(segments, `${newest}.zst`)
  if (newest === undefined || existsSync(file)) return
  await writeFile(file, zstdCompressSync(await readFile(join(log, newest))), { mode: 0o600, flag: 'wx', flush: true })
  const { uid, gid } = await stat(segments)
  await chown(file, uid, gid)
}
