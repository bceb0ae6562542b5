import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { splitHosts } from '../database-url.ts'
import { archiveSettings } from './archive-settings.ts'
import { buildIndexes } from './build-indexes.ts'
import { type Db, makeDb } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { isReadOnly } from './faults.ts'
import { findPrimary, followPrimary, type SeenTimelines } from './hosts.ts'
import { LIMITS, type Limits, settleLimits } from './limits.ts'
import { makeClient } from './make-client.ts'
import { migrateDatabase } from './migrate.ts'
import { followReplica } from './replica.ts'
import { ANSWER_MAX_MS, whileNoOtherStarts } from './start-lock.ts'

export type OpenDatabase = {
  db: Db
  /** Runs the preparation of the installation, while no other starting server does. */
  prepare: <T>(work: () => Promise<T>) => Promise<T>
  /** Builds the indexes that migrations left out, while the product is in use. */
  buildIndexes: () => Promise<void>
  close: () => Promise<void>
}

const POOL = {
  max: 10,
  connectionTimeoutMillis: 2000,
  // Shorter than the time after which PostgreSQL ends an idle connection (`limits.ts`).
  idleTimeoutMillis: 10_000,
  // Longer than the database's own limit: it matters only when the database does not answer.
  query_timeout: 6000,
}

const CLOSE_MAX_MS = 2000

/** How long the preparation waits for a connection. */
const START_WAIT_MS = 30_000

/** The wait between attempts to start a database that was killed. */
const RESTART_MS = 1000

/** What a standby says to a change, and a load balancer that leads to one says it, too. */
const READ_ONLY = 'The database is read-only, as a standby is. Point DATABASE_URL to the one that accepts changes.'

/** A number that no other program on the database uses for an advisory lock. */
const ONE_SERVER_LOCK = 7_142_001

type Settings = Pick<Config, 'databaseUrl' | 'databaseReplicaUrl' | 'dataDir' | 'preparedStatements' | 'archive'>

/** Called when the replica begins or ceases to be used. */
type ReportReplica = (isUsed: boolean) => void

/**
 * Opens the given or the embedded database, and brings its schema up to date.
 *
 * @throws Error with a sentence for the operator: not reachable, or another server uses this data folder
 */
export async function openDatabase(
  settings: Settings,
  reportReplica: ReportReplica = () => undefined,
): Promise<OpenDatabase> {
  if (settings.databaseUrl !== null)
    return openGiven(splitHosts(settings.databaseUrl), settings, reportReplica).catch((cause: Error) => {
      throw new Error(`DATABASE_URL: ${isReadOnly(cause) ? READ_ONLY : cause.message}`, { cause })
    })
  const kept = await keepEmbedded(settings)
  try {
    await migrateDatabase(kept.connection)
    const { close, ...opened } = open(kept.connection, LIMITS, settings)
    return { ...opened, close: () => close().finally(kept.close) }
  } catch (error) {
    await kept.close()
    throw error
  }
}

async function openGiven(urls: string[], settings: Settings, reportReplica: ReportReplica): Promise<OpenDatabase> {
  const seen: SeenTimelines = new Map()
  const connection = { connectionString: await findPrimary(urls, ANSWER_MAX_MS, seen) }
  await migrateDatabase(connection)
  const limits = await settleLimits(connection)
  const opened = open(connection, limits, settings)
  const stopFollowing = followPrimary(opened.db.pool, urls, seen)
  const { databaseReplicaUrl } = settings
  const closeReplica =
    databaseReplicaUrl === null
      ? () => undefined
      : openReplica(opened.db, { connectionString: databaseReplicaUrl, ...limits }, settings, reportReplica)
  return {
    ...opened,
    close: () => {
      stopFollowing()
      closeReplica()
      return opened.close()
    },
  }
}

/** The primary's `reader` is the replica from now on, while it is fresh. @returns what closes it */
function openReplica(primary: Db, connection: pg.PoolConfig, settings: Settings, report: ReportReplica): () => void {
  const replica = makeDb({ ...connection, ...POOL }, settings)
  const { reader, stop } = followReplica(primary, replica, report)
  primary.reader = reader
  return () => {
    stop()
    void replica.pool.end()
  }
}

function open(connection: pg.ClientConfig, limits: Limits, settings: Settings): OpenDatabase {
  const db = makeDb({ ...connection, ...limits, ...POOL }, settings)
  return {
    db,
    prepare: async (work) => {
      // Nobody waits for an answer yet, and a busy machine may start several servers at once.
      db.pool.options.connectionTimeoutMillis = START_WAIT_MS
      try {
        return await whileNoOtherStarts(connection, work)
      } finally {
        db.pool.options.connectionTimeoutMillis = POOL.connectionTimeoutMillis
      }
    },
    buildIndexes: () => buildIndexes(connection),
    // Work that is still running ends with the process, or with the embedded database.
    close: () => Promise.race([db.pool.end(), sleep(CLOSE_MAX_MS, undefined, { ref: false })]),
  }
}

/**
 * The database without servers: the embedded one is started, and no server starts on it meanwhile. For a given one the
 * caller must check that nobody uses it.
 *
 * @throws Error with a sentence for the operator
 */
export async function openAlone(settings: Settings) {
  const { databaseUrl } = settings
  if (databaseUrl === null) return { ...(await keepEmbedded(settings)), isAlone: true }
  const connection: pg.ClientConfig = { connectionString: await findPrimary(splitHosts(databaseUrl)) }
  return { connection, isAlone: false, close: async () => undefined }
}

/** The embedded PostgreSQL, guarded against a second server. When it is killed, it is started again. */
async function keepEmbedded({ dataDir, archive }: Pick<Settings, 'dataDir' | 'archive'>) {
  const settingsOf = (cluster: string) => archiveSettings(archive?.folder ?? null, cluster)
  const startIt = () => startEmbeddedPostgres(dataDir, { settingsOf })
  let postgres = await startIt()
  const connection = { ...postgres.connection, database: 'postgres' }
  let guard = await refuseSecondServer(connection, dataDir)
  if (!(await hasSettings(guard, settingsOf(join(dataDir, 'postgres'))))) {
    await guard.end()
    await postgres.stop()
    postgres = await startIt()
    guard = await refuseSecondServer(connection, dataDir)
  }
  let isClosing = false
  let restarting: Promise<void> = Promise.resolve()

  const restart = async () => {
    while (!isClosing) {
      try {
        postgres = await startIt()
        guard = await refuseSecondServer(connection, dataDir)
        return watch()
      } catch {
        // Until the restart, calls answer 503 and /readyz reports it.
        await sleep(RESTART_MS)
      }
    }
  }
  const watch = () => {
    guard.once('end', () => {
      if (!isClosing) restarting = restart()
    })
  }
  watch()
  return {
    connection,
    close: async () => {
      isClosing = true
      await restarting
      await guard.end()
      await postgres.stop()
    },
  }
}

/** A database that a killed server has left running may archive elsewhere, or not at all. */
async function hasSettings(client: pg.Client, { archive_command: wanted = '' }: Record<string, string>) {
  const { rows } = await client.query<{ isSame: boolean }>(
    `select case when current_setting('archive_mode') = 'off' then '' else current_setting('archive_command') end = $1 as "isSame"`,
    [wanted],
  )
  return rows[0]?.isSame === true
}

/** The lock is held by a separate connection, so it ends with the process, however that ends. */
async function refuseSecondServer(connection: pg.ClientConfig, dataDir: string): Promise<pg.Client> {
  const guard = makeClient(connection)
  await guard.connect()
  const { rows } = await guard.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [ONE_SERVER_LOCK])
  if (rows[0]?.held) return guard
  await guard.end()
  throw new Error(`Another server is running on ${dataDir}. Stop it first, or choose another DATA_DIR.`)
}
