import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import { splitHosts } from '../database-url.ts'
import { buildIndexes } from './build-indexes.ts'
import { type Db, makeDb } from './database.ts'
import { findPrimary } from './hosts.ts'
import { migrateDatabase } from './migrate.ts'
import { grantServerRole } from './server-role.ts'
import { ANSWER_MAX_MS } from './start-lock.ts'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'preparedStatements'>

/**
 * Opens the database beside the servers that use it: nothing is started or migrated.
 *
 * @throws Error with a sentence for the operator when it cannot be reached
 */
export async function openBeside(settings: Settings): Promise<{ db: Db; close: () => Promise<void> }> {
  const { databaseUrl, dataDir } = settings
  const connection = await findConnection(settings)
  const db = makeDb({ ...connection, max: 2, connectionTimeoutMillis: ANSWER_MAX_MS }, settings)
  try {
    await db.execute(sql`select 1`)
  } catch (cause) {
    await db.pool.end()
    const { message } = cause as Error
    throw new Error(databaseUrl === null ? notRunning(dataDir) : `DATABASE_URL: ${message}`, { cause })
  }
  return { db, close: () => db.pool.end() }
}

/**
 * Brings the schema up to date, with its indexes, without starting a server.
 *
 * @param serverRole gets its rights on the tables; `null`: the owner's own role
 */
export async function migrateBeside(
  settings: Settings,
  serverRole: Parameters<typeof grantServerRole>[1] | null,
): Promise<void> {
  const connection = await findConnection(settings)
  await migrateDatabase(connection)
  if (serverRole !== null) await grantServerRole(connection, serverRole)
  await buildIndexes(connection)
}

/** How the database of running servers is reached. @throws Error with a sentence when it is embedded and not running */
export const findConnection = async ({ databaseUrl, dataDir }: Settings): Promise<pg.ClientConfig> =>
  databaseUrl === null ? embeddedConnection(dataDir) : { connectionString: await findPrimary(splitHosts(databaseUrl)) }

/** The file in which a running PostgreSQL says where it listens: its port is in line 4, the socket's folder in line 5. */
function embeddedConnection(dataDir: string): pg.ClientConfig {
  try {
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return { host: lines[4] as string, port: Number(lines[3]), user: 'gatehouse', database: 'postgres' }
  } catch (cause) {
    throw new Error(notRunning(dataDir), { cause })
  }
}

const notRunning = (dataDir: string) =>
  `No server is running on ${dataDir}. Start it first, or set DATA_DIR or DATABASE_URL as for the server.`
