import { randomUUID } from 'node:crypto'
import { statfsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { withDatabase } from '../database-url.ts'
import { isDatabaseFault } from '../db/faults.ts'
import { makeClient } from '../db/make-client.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

const PREFIX = 'gatehouse_trial_'

/** There is no scratch database to restore into, which says nothing about the backup; the message is for the operator. */
export class TrialImpossible extends Error {}

/**
 * Restores a backup into a scratch database on the same PostgreSQL, and removes it.
 *
 * @param options `diskOf`: a folder on the disk of the database; `null`: it is on another machine
 * @throws TrialImpossible @throws Error when the backup cannot be restored
 */
export async function tryBackup(
  connection: pg.ClientConfig,
  file: Readable,
  { diskOf, ...options }: Pick<RestoreOptions, 'choose' | 'masterKey' | 'progress'> & { diskOf: string | null },
) {
  const client = makeClient(connection)
  await client.connect()
  const database = PREFIX + randomUUID().replaceAll('-', '')
  try {
    await client.query('set statement_timeout = 0')
    await removeRemains(client)
    if (diskOf !== null) await refuseFullDisk(client, diskOf)
    await client.query(`create database ${database} template template0`).catch((cause: Error) => {
      throw new TrialImpossible(`No scratch database could be created: ${cause.message}`, { cause })
    })
    const scratch = inDatabase(connection, database)
    await reach(scratch)
    const restoring = { ...options, replace: false, isAlone: true, confirm: async () => true }
    return await restoreBackup(scratch, file, restoring).catch((cause: Error) => {
      if (!isDatabaseFault(cause)) throw cause
      throw new TrialImpossible(`The scratch database could not be filled: ${cause.message}`, { cause })
    })
  } finally {
    await client.query(`drop database if exists ${database} with (force)`).catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

/** People would be refused their changes while a trial fills the disk. */
async function refuseFullDisk(client: pg.Client, folder: string) {
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const needed = rows[0]?.bytes as number
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= needed) return
  const [has, needs] = [free, needed].map((bytes) => Math.round(bytes / 1e6))
  throw new TrialImpossible(`A scratch database may need ${needs} MB, and ${has} MB are free in ${folder}.`)
}

/** A role, or a pooler before the database, may be let into its own database only. */
async function reach(scratch: pg.ClientConfig) {
  const client = makeClient(scratch)
  await client.connect().catch((cause: Error) => {
    throw new TrialImpossible(`The scratch database could not be reached: ${cause.message}`, { cause })
  })
  await client.end()
}

/** Scratch databases of trials that were killed. */
async function removeRemains(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d where starts_with(datname, $1) and pg_has_role(d.datdba, 'member')
       and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [PREFIX],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`)
}

const inDatabase = ({ connectionString, ...rest }: pg.ClientConfig, database: string): pg.ClientConfig =>
  connectionString === undefined
    ? { ...rest, database }
    : { ...rest, connectionString: withDatabase(connectionString, database) }
