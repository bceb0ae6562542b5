import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { readDatabaseId } from '../db/archive-settings.ts'
import { makeClient } from '../db/make-client.ts'
import { makeFolder } from '../make-folder.ts'
import { packCluster } from './pack-cluster.ts'
import { BASE_FILE, BASE_TAR, type Base, findFolderFault, placesOf } from './places.ts'
import { reasonOf } from './reason-of.ts'
import { timelineOf } from './segments.ts'

/** A number that no other program on the database uses for an advisory lock. */
const BASE_LOCK = 7_142_060
const ARCHIVED_TIMEOUT_MS = 120_000
const ARCHIVED_POLL_MS = 100

type Started = { at: Date; from: string }
type Stopped = { at: Date; to: string; label: string }

/**
 * Copies the folder of the running database into the archive, while people work (PostgreSQL, "Making a Base Backup Using the
 * Low Level API"). The copy has its name once everything that it needs is in the archive.
 *
 * @throws Error with a sentence for the operator
 */
export async function makeBase(connection: pg.ClientConfig, archive: string, cluster: string): Promise<Base> {
  const places = placesOf(archive, readDatabaseId(cluster))
  const fault = findFolderFault(archive, places)
  if (fault !== null) throw new Error(fault)
  const client = makeClient(connection)
  await client.connect()
  let unfinished: string | null = null
  try {
    await refuseSecond(client)
    const started = await start(client)
    const name = `base-${started.at.toISOString().replace(/[-:]|\.\d+/g, '')}`
    unfinished = join(places.bases, `${name}.unfinished`)
    makeFolder(unfinished, 0o700)
    const file = join(unfinished, BASE_TAR)
    let stopped = null as Stopped | null
    await pipeline(
      packCluster(cluster, async () => {
        stopped = await stop(client)
        return stopped.label
      }),
      createZstdCompress(),
      createWriteStream(file, { mode: 0o600, flush: true }),
    )
    const { at, to } = stopped as unknown as Stopped
    await untilArchived(join(places.segments, `${to}.zst`), () => findFolderFault(archive, places))
    const base = {
      ...{ startedAt: started.at.toISOString(), finishedAt: at.toISOString(), timeline: timelineOf(started.from) },
      ...{ from: started.from, to, bytes: (await stat(file)).size },
    }
    await writeFile(join(unfinished, BASE_FILE), `${JSON.stringify(base)}\n`, { mode: 0o600, flush: true })
    await syncFolder(unfinished)
    await rename(unfinished, join(places.bases, name))
    await syncFolder(places.bases)
    return { name, ...base }
  } catch (error) {
    if (unfinished !== null) await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    throw new Error(reasonOf(error, unfinished ?? places.bases), { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseSecond(client: pg.Client) {
  const { rows } = await client.query<{ isFree: boolean; isOn: boolean }>(
    `select pg_try_advisory_lock($1) as "isFree", current_setting('archive_mode') = 'on' as "isOn"`,
    [BASE_LOCK],
  )
  if (!rows[0]?.isFree) throw new Error('Another base copy is being made.')
  if (!rows[0].isOn) throw new Error('The running server does not archive: start it with ARCHIVE_TO.')
}

async function start(client: pg.Client): Promise<Started> {
  const { rows } = await client.query<Started>(
    `select clock_timestamp() as at, pg_walfile_name(pg_backup_start('gatehouse', true)) as "from"`,
  )
  return rows[0] as Started
}

async function stop(client: pg.Client): Promise<Stopped> {
  const { rows } = await client.query<Stopped>(
    `select clock_timestamp() as at, pg_walfile_name(lsn) as "to", labelfile as label from pg_backup_stop(false)`,
  )
  return rows[0] as Stopped
}

async function untilArchived(file: string, findFault: () => string | null) {
  const deadline = performance.now() + ARCHIVED_TIMEOUT_MS
  while (!existsSync(file)) {
    if (performance.now() > deadline)
      throw new Error(findFault() ?? `PostgreSQL did not archive ${file}: see postgres.log in DATA_DIR.`)
    await sleep(ARCHIVED_POLL_MS)
  }
}

async function syncFolder(folder: string) {
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}
